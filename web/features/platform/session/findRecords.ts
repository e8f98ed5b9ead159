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
import { fulfilledItems } from './fulfilledItems.ts'
import { canManage } from './screens.ts'
import { parseReference } from './typedAction.ts'

const max = 8
const maxOthers = 4

/** A finder makes a single call, so that a failure hides only one kind of record. */
type RecordSearch = (client: QueryClient, query: string) => Promise<Command[]>

const findAccounts: RecordSearch = async (client, query) => {
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

const findViews: RecordSearch = async (client, query) => {
  const { views } = await client.fetchQuery(listViews('accounts'))
  return matching(views, query, ({ name }) => name).map((view) => ({
    id: paths.accounts(addressOf(view)),
    label: view.name,
    hint: view.sharedWith === 'private' ? 'Your view' : `By ${view.owner.displayName}`,
    group: 'Saved views',
    icon: Bookmark,
  }))
}

const requests = { group: 'Requests', icon: ClipboardList }
const searchOf = (query: string) => ({ search: query, size: maxOthers })
const requestsOf = (query: string) => ({ ...searchOf(query), total: 'none' as const })

const findAccountRequests: RecordSearch = async (client, query) => {
  const { items } = await client.fetchQuery(listAccountRequests(requestsOf(query)))
  return items.map(({ id, reference, name, requester }) => ({
    ...requests,
    id: paths.request(id),
    label: `${reference} ${name}`,
    hint: requester.displayName,
  }))
}

const findAccessRequests: RecordSearch = async (client, query) => {
  const { items } = await client.fetchQuery(listAccessRequestsAdv(requestsOf(query)))
  return items.map(({ id, reference, group, requester }) => ({
    ...requests,
    id: paths.accessRequest(id),
    label: `${reference} ${group.name}`,
    hint: requester.displayName,
  }))
}

const findSandboxRequests: RecordSearch = async (client, query) => {
  const { items } = await client.fetchQuery(listSandboxRequests(requestsOf(query)))
  return items.map(({ id, reference, name, requester }) => ({
    ...requests,
    id: paths.sandboxRequest(id),
    label: `${reference} ${name}`,
    hint: requester.displayName,
  }))
}

const findSandboxes: RecordSearch = async (client, query) => {
  const sandboxes = await client.fetchQuery(searchSandboxes(query))
  return sandboxes.slice(0, max).map((sandbox) => ({
    id: paths.sandbox(sandbox.id),
    label: sandbox.name,
    hint: `${sandbox.template.name} · ${sandbox.owners[0]?.displayName ?? ''}`,
    group: 'Sandboxes',
    icon: FlaskConical,
  }))
}

const findTowers: RecordSearch = async (client, query) => {
  const towers = await client.fetchQuery(listTowers())
  return matching(towers, query, ({ name, code }) => `${name} ${code}`).map(({ id, name, code }) => ({
    id: paths.towers(id),
    label: name,
    hint: code,
    group: 'Towers',
    icon: Building2,
  }))
}

const findFamilies: RecordSearch = async (client, query) => {
  const families = await client.fetchQuery(listFamilies())
  return matching(families, query, ({ name }) => name).map(({ id, name, tower }) => ({
    id: paths.family(id),
    label: name,
    hint: tower.name,
    group: 'Families',
    icon: Shapes,
  }))
}

const findCatalogueItems: RecordSearch = async (client, query) => {
  const items = await client.fetchQuery(listCatalogueItems())
  return matching(items, query, ({ name, category }) => `${name} ${category}`).map(({ id, name, category }) => ({
    id: paths.catalogue(id),
    label: name,
    hint: category,
    group: 'Catalogue',
    icon: LibraryBig,
  }))
}

const findRollouts: RecordSearch = async (client, query) => {
  const { items } = await client.fetchQuery(listEdgeRollouts(searchOf(query)))
  return items.map(({ id, name, reference }) => ({
    id: paths.edgeRollout(id),
    label: `${reference} ${name}`,
    group: 'Store rollouts',
    icon: Store,
  }))
}

const findReviews: RecordSearch = async (client, query) => {
  const { items } = await client.fetchQuery(listAccessReviews(searchOf(query)))
  return items.map(({ id, name, reference }) => ({
    id: paths.accessReview(id),
    label: `${reference} ${name}`,
    group: 'Access reviews',
    icon: ListChecks,
  }))
}

const findUsers: RecordSearch = async (client, query) => {
  const { items } = await client.fetchQuery(listUsers(searchOf(query)))
  return items.map(({ id, displayName, email }) => ({
    id: paths.users({ id }),
    label: displayName,
    hint: email ?? '',
    group: 'People',
    icon: User,
  }))
}

function matching<T>(rows: readonly T[], query: string, text: (row: T) => string): T[] {
  const lower = query.toLocaleLowerCase()
  return rows.filter((row) => text(row).toLocaleLowerCase().includes(lower)).slice(0, max)
}

const finders: readonly RecordSearch[] = [
  findAccounts,
  findViews,
  findAccountRequests,
  findAccessRequests,
  findSandboxRequests,
  findSandboxes,
  findTowers,
  findFamilies,
  findCatalogueItems,
  findRollouts,
  findReviews,
]

/**
 * Finds the records that the reader can see, by name or reference. A complete reference finds only its own record, because Enter opens the
 * first result.
 * @throws if every search failed
 */
export async function findRecords(client: QueryClient, query: string, me: CallResult<'getMe'>): Promise<Command[]> {
  const allowed = canManage(me) ? [...finders, findUsers] : finders
  const records = await fulfilledItems(allowed.map((find) => find(client, query)))
  const reference = parseReference(query)
  if (reference) return records.filter(({ label }) => label.startsWith(`${reference} `))
  const access = {
    id: paths.findAccess(query),
    label: `Access to “${query}”`,
    hint: 'Find the right access group',
    group: 'Find access',
    icon: KeyRound,
  }
  return [...records, access]
}
