import { ChevronDown, CircleHelp, Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { commonShortcuts } from '../shared/shortcuts.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/Keys.tsx'
import { BareLink } from '../ui/Link.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { Avatar } from '../ui/Person.tsx'
import { ConnectionBanners } from './ConnectionBanners.tsx'
import { Logo } from './Logo.tsx'
import { MarkedPathContext } from './markedPath.ts'
import { Navigation } from './Navigation.tsx'
import type { NavSection } from './navigationTypes.ts'
import { shellLabels } from './shellLabels.ts'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useRouteFocus } from './useRouteFocus.ts'
import { useShellKeys } from './useShellKeys.ts'

const NavigationDrawer = lazyComponent(() =>
  import('./NavigationDrawer.tsx').then(({ NavigationDrawer }) => ({ default: NavigationDrawer })),
)

interface ShellUser {
  displayName: string
  email: string
  roles: readonly string[]
}

interface AppShellProps {
  homeHref: string
  nav: readonly NavSection[]
  /** When the path changes, the navigation marks another item and the focus moves. */
  path: string
  user: ShellUser
  notifications?: ReactNode
  accountItems: readonly MenuItem[]
  onOpenPalette: () => void
  onOpenKeys: () => void
  onOpenHelp: () => void
  notification?: ReactNode
  /** `lost` shows a message that content might be outdated until the connection is restored. */
  connection?: 'live' | 'lost'
  children: ReactNode
}

const key = 'slipway-nav'
const isNarrowStored = () => {
  try {
    return localStorage.getItem(key) === 'narrow'
  } catch {
    return false
  }
}

/** The frame of every screen. It doesn't depend on the router: links come from `UiProvider`, everything else from props. */
export function AppShell({
  homeHref,
  nav,
  path,
  user,
  notifications,
  accountItems,
  onOpenPalette,
  onOpenKeys,
  onOpenHelp,
  notification,
  connection = 'live',
  children,
}: AppShellProps) {
  const main = useRef<HTMLElement>(null)
  const [narrow, setNarrow] = useState(isNarrowStored)
  // The drawer is undefined until its first use, so that a wide screen never loads its code.
  const [drawer, setDrawer] = useState<boolean>()
  useRouteFocus(path, main)
  const [markedPath = path, setMarkedPath] = useState<string>()
  useShellKeys(onOpenPalette, onOpenKeys)
  const group = () => {
    setNarrow(!narrow)
    try {
      localStorage.setItem(key, narrow ? 'wide' : 'narrow')
    } catch {
      // Without storage, the next visit starts with the wide navigation.
    }
  }
  return (
    <div className="min-h-dvh">
      <a href="#main" className="sr-only-focusable fixed top-2 left-2 z-60 rounded-md bg-accent px-3 py-2 font-medium text-on-accent">
        {shellLabels.skip}
      </a>
      <header className="sticky top-0 z-20 h-(--bar) border-b border-line bg-canvas">
        <div className="flex h-[calc(var(--bar-row)-1px)] items-stretch gap-1 pr-2 sm:pr-3">
          <BareLink
            href={homeHref}
            className="brand flex items-center gap-2.5 pr-8 pl-3.5 text-on-brand [--mark-hull:#7ad8cd] focus-visible:outline-offset-[-4px] focus-visible:outline-on-brand"
          >
            <Logo size={26} />
            <span className="text-[0.9375rem] font-semibold tracking-[-0.015em] max-[419px]:sr-only">Slipway</span>
          </BareLink>
          <div className="flex items-center min-[900px]:hidden">
            <IconButton icon={MenuIcon} label={shellLabels.menu} onClick={() => setDrawer(true)} />
          </div>
          <div className="flex flex-1 items-center justify-end gap-1 min-[900px]:pl-4">
            <button
              type="button"
              onClick={onOpenPalette}
              className="flex h-8 items-center gap-2 rounded-md border border-line-mid bg-surface px-2.5 text-ink-2 hover:border-line-strong min-[900px]:mr-auto min-[900px]:w-80"
            >
              <Search size={16} aria-hidden />
              <span className="max-sm:sr-only">{shellLabels.search}</span>
              <span className="ml-auto flex gap-0.5 max-sm:hidden">
                {commonShortcuts.palette.keys.map((each) => (
                  <Kbd key={each}>{each}</Kbd>
                ))}
              </span>
            </button>
            <IconButton
              icon={CircleHelp}
              label={shellLabels.help}
              className="max-[359px]:hidden"
              aria-haspopup="dialog"
              onClick={onOpenHelp}
            />
            <ThemeMenu />
            {notifications}
            <Menu
              trigger={
                <button
                  type="button"
                  className="ml-1 flex h-8 items-center gap-1.5 rounded-full pr-1 pl-0.5 hover:bg-hover"
                  aria-label={shellLabels.account(user.displayName)}
                >
                  <Avatar name={user.displayName} />
                  <ChevronDown size={14} aria-hidden className="text-ink-2" />
                </button>
              }
              header={
                <>
                  <p className="font-semibold">{user.displayName}</p>
                  <p className="text-sm text-ink-2">{user.email}</p>
                  {user.roles.length > 0 && <p className="mt-0.5 text-xs text-accent">{user.roles.join(' · ')}</p>}
                </>
              }
              items={accountItems}
            />
          </div>
        </div>
      </header>
      <div className="flex items-start">
        <div
          className={cx(
            'sticky top-(--bar) flex h-[calc(100dvh-var(--bar))] shrink-0 flex-col border-r border-line bg-canvas max-[899px]:hidden',
            narrow ? 'w-14' : 'w-[13.75rem]',
          )}
        >
          <Navigation sections={nav} path={markedPath} narrow={narrow} />
          <div className={cx('border-t border-line p-2', narrow && 'flex justify-center')}>
            <IconButton
              icon={narrow ? PanelLeftOpen : PanelLeftClose}
              label={narrow ? 'Expand navigation' : 'Collapse navigation'}
              aria-expanded={!narrow}
              onClick={group}
            />
          </div>
        </div>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--bar))] min-w-0 flex-1 bg-sunken outline-none [--sticky-top:var(--bar)]"
        >
          <ConnectionBanners connection={connection} />
          {notification}
          <MarkedPathContext value={setMarkedPath}>{children}</MarkedPathContext>
        </main>
      </div>
      {drawer !== undefined && (
        <Suspense>
          <NavigationDrawer open={drawer} onOpenChange={setDrawer} sections={nav} path={markedPath} />
        </Suspense>
      )}
    </div>
  )
}
