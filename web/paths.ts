import type { ListSearch, ViewSearch } from './shared/listSearch.ts'

/** Every address of the product, one function each. Tabs, filters and steps are search params, so that a link shows exactly what one saw. */
export const base = '/app'

function at(path: string, search: Record<string, string | undefined> = {}): string {
  const text = new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => !!entry[1])).toString()
  return base + path + (text && `?${text}`)
}

/** The parts of an account's page that have an address of their own; without one it is the overview. */
export const accountTabIds = ['resources', 'network', 'protection', 'security', 'cost', 'access', 'changes', 'activity'] as const
export type AccountTab = (typeof accountTabIds)[number]

export const paths = {
  home: () => at('/'),
  accounts: ({ page, size, ...search }: ViewSearch = {}) => at('/accounts', { ...search, page: page?.toString(), size: size?.toString() }),
  account: (id: string, tab?: AccountTab) => at(`/accounts/${id}`, { tab }),
  accountUpdate: (id: string, updateId: string) => at(`/accounts/${id}/updates/${updateId}`),
  /** An update whose account is not known here. */
  update: (updateId: string) => at(`/updates/${updateId}`),
  /** `update`: one that waits and is to be changed. */
  changeServices: (id: string, update?: string) => at(`/accounts/${id}/services`, { update }),
  catalogue: (item?: string, search: { q?: string | undefined; category?: string | undefined } = {}) =>
    at('/catalogue', { ...search, item }),
  /** Accounts that wait for an owner. */
  ownership: (page?: number) => at('/accounts/ownership', { page: page && page > 1 ? String(page) : undefined }),
  decommission: (id: string) => at(`/accounts/${id}/decommission`),
  /** `from`: an account to start from. */
  requestAccount: (from?: string) => at('/accounts/request', { from }),
  editRequest: (id: string) => at('/accounts/request', { request: id }),
  /** A step of the wizard; `request` when one is being changed. */
  requestStep: (step?: string, request?: string) => at('/accounts/request', { request, step }),
  requests: (show?: 'mine' | 'all') => at('/requests', { show }),
  requestsList: ({ page, size, ...search }: ListSearch & { show?: 'mine' | 'all' }) =>
    at('/requests', { ...search, page: page?.toString(), size: size?.toString() }),
  request: (id: string) => at(`/requests/${id}`),
  approvals: (id?: string, show?: 'all') => at('/approvals', { id, show }),
  towers: (id?: string) => at('/towers', { id }),
  families: (towerId?: string) => at('/families', { tower: towerId }),
  family: (id: string) => at('/families', { id }),
  work: (status?: 'succeeded') => at('/work', { status }),
  reference: (operation?: string, q?: string) => at('/reference', { q, operation }),
  signedOut: () => at('/signed-out'),
}

/** Where a notice, an approval or a run leads. */
export function pathOfSubject(kind: string, id: string): string {
  if (kind === 'account') return paths.account(id)
  if (kind === 'accountAccess') return paths.account(id, 'access')
  if (kind === 'accountRequest') return paths.request(id)
  if (kind === 'accountUpdate') return paths.update(id)
  if (kind === 'catalogueItem') return paths.catalogue(id)
  if (kind === 'approval') return paths.approvals(id)
  if (kind === 'tower') return paths.towers(id)
  if (kind === 'family') return paths.family(id)
  return paths.home()
}
