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
  /** What one may do where, and how to get it. */
  access: () => at('/access'),
  /** `q`: what one needs to do, in one's own words. */
  findAccess: (q?: string) => at('/access/find', { q }),
  accessGroup: (id: string) => at(`/access/groups/${id}`),
  /** Privileged roles on all accounts. */
  privilegedRoles: () => at('/access/roles'),
  /** Requests for access, as the list asks for them. */
  accessRequests: ({ page, size, ...search }: ListSearch = {}) =>
    at('/access/requests', { ...search, page: page?.toString(), size: size?.toString() }),
  accessRequest: (id: string) => at(`/access/requests/${id}`),
  /** Where the directory differs from what was granted. `show`: also what is settled. */
  accessDrift: ({ account, show, page }: { account?: string | undefined; show?: 'settled' | undefined; page?: number } = {}) =>
    at('/access/drift', { account, show, page: page && page > 1 ? String(page) : undefined }),
  accessReviews: ({ page, size }: { page?: number; size?: number } = {}) =>
    at('/access/reviews', { page: page && page > 1 ? String(page) : undefined, size: size && size !== 25 ? String(size) : undefined }),
  /** `account`: one to begin with, by its name. */
  newAccessReview: (account?: { id: string; name: string }) => at('/access/reviews/new', { account: account?.id, name: account?.name }),
  /** `show`: which of its memberships. */
  accessReview: (id: string, show?: string, page?: number) =>
    at(`/access/reviews/${id}`, { show, page: page && page > 1 ? String(page) : undefined }),
  /** Ways in for emergencies, and what became of each time one was used. */
  emergencyAccess: (page?: number) => at('/access/emergency', { page: page && page > 1 ? String(page) : undefined }),
  /** What sandboxes are offered. */
  sandboxes: () => at('/sandboxes'),
  mySandboxes: () => at('/sandboxes/mine'),
  /** All sandboxes, as the list asks for them. */
  allSandboxes: ({ page, size, ...search }: ListSearch = {}) =>
    at('/sandboxes/all', { ...search, page: page?.toString(), size: size?.toString() }),
  /** Requests for sandboxes; one's own, or all that one may see. */
  sandboxRequests: ({ page, size, ...search }: ListSearch & { show?: 'all' | undefined } = {}) =>
    at('/sandboxes/requests', { ...search, page: page?.toString(), size: size?.toString() }),
  sandboxRequest: (id: string) => at(`/sandboxes/requests/${id}`),
  /** `template`: of which kind. */
  requestSandbox: (template?: string) => at('/sandboxes/request', { template }),
  editSandboxRequest: (id: string) => at('/sandboxes/request', { request: id }),
  sandbox: (id: string, tab?: string) => at(`/sandboxes/${id}`, { tab }),
  sandboxAdmin: (tab?: 'capacity' | 'work') => at('/admin/sandboxes', { tab }),
  /** A template to change; `new` for one that is not there yet. */
  sandboxTemplate: (id: string, from?: string) => at(`/admin/sandboxes/templates/${id}`, { from }),
  signedOut: () => at('/signed-out'),
}

/** Where a notice, an approval or a run leads. */
export function pathOfSubject(kind: string, id: string): string {
  if (kind === 'account') return paths.account(id)
  if (kind === 'accountAccess') return paths.account(id, 'access')
  if (kind === 'pimActivation') return paths.privilegedRoles()
  if (kind === 'groupAssignment') return paths.access()
  if (kind === 'accessGroup') return paths.accessGroup(id)
  if (kind === 'accessDifference') return paths.accessDrift({ account: id })
  if (kind === 'accountRequest') return paths.request(id)
  if (kind === 'accessRequest') return paths.accessRequest(id)
  if (kind === 'accessReview') return paths.accessReview(id)
  if (kind === 'emergencyAccess' || kind === 'emergencyProfile') return paths.emergencyAccess()
  if (kind === 'accountUpdate') return paths.update(id)
  if (kind === 'sandbox') return paths.sandbox(id)
  if (kind === 'sandboxRequest') return paths.sandboxRequest(id)
  if (kind === 'sandboxAction') return paths.sandboxAdmin('work')
  if (kind === 'sandboxHost') return paths.sandboxAdmin('capacity')
  if (kind === 'sandboxTemplate') return paths.sandboxTemplate(id)
  if (kind === 'catalogueItem') return paths.catalogue(id)
  if (kind === 'approval') return paths.approvals(id)
  if (kind === 'tower') return paths.towers(id)
  if (kind === 'family') return paths.family(id)
  return paths.home()
}
