import type { QueryClient } from '@tanstack/react-query'
import {
  Bookmark,
  Building2,
  ClipboardList,
  FlaskConical,
  KeyRound,
  LibraryBig,
  ListChecks,
  ListFilter,
  Server,
  Shapes,
  Store,
  User,
} from 'lucide-react'
import { listAccessRequestsAdv } from '../../../api/accessQueries.ts'
import { listUsers } from '../../../api/adminQueries.ts'
import type { CallResult } from '../../../api/client.ts'
import { listEdgeRollouts } from '../../../api/edgeQueries.ts'
import { listAccountRequests, listCatalogueItems, listFamilies, listTowers, listViews, searchAccounts } from '../../../api/queries.ts'
import { listAccessReviews } from '../../../api/reviewQueries.ts'
import { listSandboxRequests, searchSandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import type { Command } from '../../../ui/CommandPalette.tsx'
import { addressOf } from '../../accounts/views/viewAddress.ts'
import { canManage } from './screens.ts'

const max = 8
const maxOthers = 4

type Find = (client: QueryClient, query: string, me: CallResult<'getMe'>) => Promise<Command[]>

const findAccounts: Find = async (client, query) => {
  const accounts = await client.fetchQuery(searchAccounts(query))
  const commands = accounts.slice(0, max).map((account) => ({
    id: paths.account(account.id),
    label: account.name,
    hint: `${account.tower.name} · ${account.family.name}`,
    group: 'Accounts',
    icon: Server,
  }))
  const all = { id: paths.accounts({ q: query }), label: `All accounts matching “${query}”`, group: 'Accounts', icon: ListFilter }
  return accounts.length > max ? [...commands, all] : commands
}

const findViews: Find = async (client, query) => {
  const { views } = await client.fetchQuery(listViews('accounts'))
  return matching(views, query, ({ name }) => name).map((view) => ({
    id: paths.accounts(addressOf(view)),
    label: view.name,
    hint: view.sharedWith === 'private' ? 'Your view' : `By ${view.owner.displayName}`,
    group: 'Saved views',
    icon: Bookmark,
  }))
}

/** Requests of all kinds that the reader can see. */
const findRequests: Find = async (client, query) => {
  const search = { search: query, size: maxOthers, total: 'none' as const }
  const [accounts, access, sandboxes] = await Promise.all([
    client.fetchQuery(listAccountRequests(search)),
    client.fetchQuery(listAccessRequestsAdv(search)),
    client.fetchQuery(listSandboxRequests(search)),
  ])
  const common = { group: 'Requests', icon: ClipboardList }
  return [
    ...accounts.items.map(({ id, reference, name, requester }) => ({
      ...common,
      id: paths.request(id),
      label: `${reference} ${name}`,
      hint: requester.displayName,
    })),
    ...access.items.map(({ id, reference, group, requester }) => ({
      ...common,
      id: paths.accessRequest(id),
      label: `${reference} ${group.name}`,
      hint: requester.displayName,
    })),
    ...sandboxes.items.map(({ id, reference, name, requester }) => ({
      ...common,
      id: paths.sandboxRequest(id),
      label: `${reference} ${name}`,
      hint: requester.displayName,
    })),
  ]
}

const findSandboxes: Find = async (client, query) => {
  const sandboxes = await client.fetchQuery(searchSandboxes(query))
  return sandboxes.slice(0, max).map((sandbox) => ({
    id: paths.sandbox(sandbox.id),
    label: sandbox.name,
    hint: `${sandbox.template.name} · ${sandbox.owners[0]?.displayName ?? ''}`,
    group: 'Sandboxes',
    icon: FlaskConical,
  }))
}

const findOrganisation: Find = async (client, query) => {
  const [towers, families, items] = await Promise.all([
    client.fetchQuery(listTowers()),
    client.fetchQuery(listFamilies()),
    client.fetchQuery(listCatalogueItems()),
  ])
  return [
    ...matching(towers, query, ({ name, code }) => `${name} ${code}`).map(({ id, name, code }) => ({
      id: paths.towers(id),
      label: name,
      hint: code,
      group: 'Towers',
      icon: Building2,
    })),
    ...matching(families, query, ({ name }) => name).map(({ id, name, tower }) => ({
      id: paths.family(id),
      label: name,
      hint: tower.name,
      group: 'Families',
      icon: Shapes,
    })),
    ...matching(items, query, ({ name, category }) => `${name} ${category}`).map(({ id, name, category }) => ({
      id: paths.catalogue(id),
      label: name,
      hint: category,
      group: 'Catalogue',
      icon: LibraryBig,
    })),
  ]
}

const findOperations: Find = async (client, query, me) => {
  const search = { search: query, size: maxOthers }
  const [rollouts, reviews, people] = await Promise.all([
    client.fetchQuery(listEdgeRollouts(search)),
    client.fetchQuery(listAccessReviews(search)),
    canManage(me) ? client.fetchQuery(listUsers(search)) : undefined,
  ])
  return [
    ...rollouts.items.map(({ id, name, reference }) => ({
      id: paths.edgeRollout(id),
      label: `${reference} ${name}`,
      group: 'Store rollouts',
      icon: Store,
    })),
    ...reviews.items.map(({ id, name, reference }) => ({
      id: paths.accessReview(id),
      label: `${reference} ${name}`,
      group: 'Access reviews',
      icon: ListChecks,
    })),
    ...(people?.items ?? []).map(({ id, displayName, email }) => ({
      id: paths.users({ id }),
      label: displayName,
      hint: email ?? '',
      group: 'People',
      icon: User,
    })),
  ]
}

const findAccessFor: Find = async (_client, query) => [
  {
    id: paths.findAccess(query),
    label: `Access to “${query}”`,
    hint: 'Find the right access group',
    group: 'Find access',
    icon: KeyRound,
  },
]

function matching<T>(rows: readonly T[], query: string, text: (row: T) => string): T[] {
  const lower = query.toLocaleLowerCase()
  return rows.filter((row) => text(row).toLocaleLowerCase().includes(lower)).slice(0, max)
}

const finders: readonly Find[] = [findAccounts, findViews, findRequests, findSandboxes, findOrganisation, findOperations, findAccessFor]

/** Finds records of all kinds that the reader can see by name or reference. */
export const findRecords: Find = async (client, query, me) => {
  const found = await Promise.all(finders.map((find) => find(client, query, me)))
  return found.flat()
}
