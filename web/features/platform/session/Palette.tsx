import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, Building2, ClipboardList, FlaskConical, KeyRound, ListFilter, LogOut, Server, Shapes } from 'lucide-react'
import { useCallback } from 'react'
import { listAccountRequests, listFamilies, listTowers, listViews, searchAccounts } from '../../../api/queries.ts'
import { searchSandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import type { NavItem } from '../../../shell/Navigation.tsx'
import { type Command, CommandPalette } from '../../../ui/CommandPalette.tsx'
import { addressOf } from '../../accounts/views/viewAddress.ts'

const max = 8
const buildMatcher = (query: string) => (text: string) => text.toLocaleLowerCase().includes(query.toLocaleLowerCase())

/** Command ids are addresses. */
export function Palette({
  open,
  onOpenChange,
  nav,
  onSignOut,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  nav: readonly NavItem[]
  onSignOut: () => void
}) {
  const client = useQueryClient()
  const navigateTo = useNavigateTo()
  const find = useCallback(
    async (query: string): Promise<Command[]> => {
      const matchesQuery = buildMatcher(query)
      const [accounts, requests, sandboxes, towers, families, { views }] = await Promise.all([
        client.fetchQuery(searchAccounts(query)),
        client.fetchQuery(listAccountRequests({ search: query, size: max })),
        client.fetchQuery(searchSandboxes(query)),
        client.fetchQuery(listTowers()),
        client.fetchQuery(listFamilies()),
        client.fetchQuery(listViews('accounts')),
      ])
      return [
        ...accounts.slice(0, max).map((account) => ({
          id: paths.account(account.id),
          label: account.name,
          hint: `${account.tower.name} · ${account.family.name}`,
          group: 'Accounts',
          icon: Server,
        })),
        ...(accounts.length > max
          ? [{ id: paths.accounts({ q: query }), label: `All accounts matching “${query}”`, group: 'Accounts', icon: ListFilter }]
          : []),
        ...views
          .filter(({ name }) => matchesQuery(name))
          .slice(0, max)
          .map((view) => ({
            id: paths.accounts(addressOf(view)),
            label: view.name,
            hint: view.sharedWith === 'private' ? 'Your view' : `By ${view.owner.displayName}`,
            group: 'Saved views',
            icon: Bookmark,
          })),
        ...requests.items.map((request) => ({
          id: paths.request(request.id),
          label: `${request.reference} ${request.name}`,
          hint: request.requester.displayName,
          group: 'Requests',
          icon: ClipboardList,
        })),
        ...sandboxes.slice(0, max).map((sandbox) => ({
          id: paths.sandbox(sandbox.id),
          label: sandbox.name,
          hint: `${sandbox.template.name} · ${sandbox.owners[0]?.displayName ?? ''}`,
          group: 'Sandboxes',
          icon: FlaskConical,
        })),
        ...towers
          .filter(({ name, code }) => matchesQuery(name) || matchesQuery(code))
          .slice(0, max)
          .map(({ id, name, code }) => ({ id: paths.towers(id), label: name, hint: code, group: 'Towers', icon: Building2 })),
        ...families
          .filter(({ name }) => matchesQuery(name))
          .slice(0, max)
          .map(({ id, name, tower }) => ({
            id: paths.family(id),
            label: name,
            hint: tower.name,
            group: 'Families',
            icon: Shapes,
          })),
        {
          id: paths.findAccess(query),
          label: `Access to “${query}”`,
          hint: 'Find the right access group',
          group: 'Find access',
          icon: KeyRound,
        },
      ]
    },
    [client],
  )
  const commands: Command[] = [
    ...nav.map(({ label, icon, href }) => ({ id: href, label, icon, group: 'Go to' })),
    { id: paths.findAccess(), label: 'Find access', icon: KeyRound, group: 'Actions', keywords: 'request permission role group get in' },
    { id: paths.requestSandbox(), label: 'Request sandbox', icon: FlaskConical, group: 'Actions', keywords: 'try playground lab' },
    { id: 'sign-out', label: 'Sign out', icon: LogOut, group: 'Actions', keywords: 'log out leave' },
  ]
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      commands={commands}
      find={find}
      onChoose={({ id }) => (id === 'sign-out' ? onSignOut() : navigateTo(id))}
    />
  )
}
