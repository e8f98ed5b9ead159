import { BadgeCheck, Beaker, BookOpen, Home, KeyRound, LogOut, Server, Settings, Store, TriangleAlert, Users } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AppShell } from '../shell/AppShell.tsx'
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx'
import type { NavSection } from '../shell/navigationTypes.ts'
import { AccessDeniedPage, NotFoundPage } from '../shell/Pages.tsx'
import { SignInPage } from '../shell/SignInPage.tsx'
import { type Command, CommandPalette } from '../ui/CommandPalette.tsx'
import { KeyboardHelp } from '../ui/Keys.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { AccountsScreen } from './AccountsScreen.tsx'
import { ComponentsScreen } from './ComponentsScreen.tsx'
import { accountsScreenLabels, piecesLabels } from './galleryLabels.ts'
import { GalleryLink, navigateTo, useAddress } from './location.tsx'
import { sampleAccounts } from './sampleAccounts.ts'

const nav: readonly NavSection[] = [
  {
    start: 'always',
    items: [
      { label: 'Home', icon: Home, href: '/home' },
      { label: 'Approvals', icon: BadgeCheck, href: '/approvals', badge: 4 },
    ],
  },
  {
    heading: 'Cloud',
    icon: Server,
    start: 'open',
    items: [
      { label: accountsScreenLabels.list, icon: Server, href: '/accounts' },
      { label: 'Sandboxes', icon: Beaker, href: '/sandboxes' },
      { label: 'Catalogue', icon: BookOpen, href: '/catalogue' },
    ],
  },
  {
    heading: 'Access',
    icon: KeyRound,
    start: 'open',
    items: [
      { label: 'Access groups', icon: Users, href: '/access' },
      { label: 'Privileged roles', icon: KeyRound, href: '/roles' },
    ],
  },
  {
    heading: 'Operations',
    icon: Settings,
    start: 'open',
    items: [
      { label: 'Stores', icon: Store, href: '/edge' },
      { label: 'Incidents', icon: TriangleAlert, href: '/incidents' },
      { label: piecesLabels.page, icon: Settings, href: '/pieces' },
    ],
  },
]
const commands: Command[] = nav.flatMap(({ items }) => items).map(({ label, icon, href }) => ({ id: href, label, icon, group: 'Go to' }))
const accounts = sampleAccounts(200)
const find = async (query: string): Promise<Command[]> =>
  accounts
    .filter((row) => row.name.includes(query.toLowerCase()))
    .slice(0, 8)
    .map((row) => ({ id: row.id, label: row.name, hint: row.tower, group: 'Accounts', icon: Server }))

function Screen({ path }: { path: string }) {
  if (path === '/accounts') return <AccountsScreen />
  if (path === '/pieces') return <ComponentsScreen />
  if (path === '/roles')
    return <AccessDeniedPage reason="Only people with an eligible role can see privileged roles." homeHref="/accounts" />
  if (path === '/broken') throw new Error('Deliberate error to show the error page')
  return <NotFoundPage homeHref="/accounts" />
}

function Gallery() {
  const { path, query } = useAddress()
  const [open, setOpen] = useState<'palette' | 'keys'>()
  if (path === '/sign-in') return <SignInPage returnTo="/app/accounts?sort=name" />
  return (
    <AppShell
      homeHref="/accounts"
      nav={nav}
      path={path}
      user={{ displayName: 'Amira Okafor', email: 'amira.okafor@northgate.example', roles: ['Admin'] }}
      accountItems={[
        { label: 'Sessions', icon: Settings, href: '/sessions' },
        { label: 'Sign out', icon: LogOut, onSelect: () => navigateTo('/sign-in'), separated: true },
      ]}
      onOpenPalette={() => setOpen('palette')}
      onOpenKeys={() => setOpen('keys')}
      onOpenHelp={() => setOpen('keys')}
      connection={query.get('connection') === 'lost' ? 'lost' : 'live'}
    >
      <ErrorBoundary resetOn={path}>
        <Screen path={path} />
      </ErrorBoundary>
      <CommandPalette
        open={open === 'palette'}
        onOpenChange={(next) => setOpen(next ? 'palette' : undefined)}
        commands={commands}
        find={find}
        onChoose={(command) => navigateTo(command.id.startsWith('/') ? command.id : '/pieces')}
      />
      <KeyboardHelp
        open={open === 'keys'}
        onOpenChange={(next) => setOpen(next ? 'keys' : undefined)}
        groups={[
          {
            title: 'All pages',
            keys: [
              { keys: ['Ctrl', 'K'], description: 'Search and commands' },
              { keys: ['?'], description: 'Keyboard shortcuts' },
            ],
          },
        ]}
      />
    </AppShell>
  )
}

createRoot(document.getElementById('root')!).render(
  <UiProvider link={GalleryLink} appName="Slipway">
    <Gallery />
  </UiProvider>,
)
