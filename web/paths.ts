import type { ListSearch, ViewSearch } from './shared/listSearch.ts'

/** Every address of the product, one function each. Tabs, filters and steps are search params, so that a link shows exactly what one saw. */
export const base = '/app'

function at(path: string, search: Record<string, string | undefined> = {}): string {
  const text = new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => !!entry[1])).toString()
  return base + path + (text && `?${text}`)
}

/** The parts of an account's page that have an address of their own; without one it is the overview. */
export const accountTabIds = [
  'resources',
  'network',
  'protection',
  'security',
  'secrets',
  'cost',
  'access',
  'incidents',
  'deployments',
  'changes',
  'activity',
] as const
export type AccountTab = (typeof accountTabIds)[number]

interface InboxAddress {
  id?: string | undefined
  show?: 'all' | undefined
  kind?: string | undefined
  sort?: string | undefined
  q?: string | undefined
  page?: number | undefined
}

export const paths = {
  home: () => at('/'),
  accounts: ({ page, size, ...search }: ViewSearch = {}) => at('/accounts', { ...search, page: page?.toString(), size: size?.toString() }),
  account: (id: string, tab?: AccountTab) => at(`/accounts/${id}`, { tab }),
  /** What is deployed for an account; `deployment`: one that is open. */
  deployments: (id: string, deployment?: string) => at(`/accounts/${id}`, { tab: 'deployments', deployment }),
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
  /** One approval by its id, or the inbox as somebody has narrowed it. */
  /** Names somebody to decide where nobody who is asked can be reached. */
  cover: (approvalId: string) => at(`/approvals/${approvalId}/cover`),
  approvals: (of: string | InboxAddress = {}, show?: 'all') => {
    const { page, ...search } = typeof of === 'string' ? { id: of, show } : { page: undefined, ...of }
    return at('/approvals', { ...search, page: page?.toString() })
  },
  towers: (id?: string) => at('/towers', { id }),
  families: (towerId?: string) => at('/families', { tower: towerId }),
  family: (id: string) => at('/families', { id }),
  /** The cockpit: work of all kinds, as its list asks for it. */
  work: ({ page, size, ...search }: ListSearch & { show?: 'stuck' | 'finished' | 'cancelled' | 'all' | undefined } = {}) =>
    at('/work', { ...search, page: page?.toString(), size: size?.toString() }),
  workRun: (id: string) => at(`/work/runs/${id}`),
  cockpit: (part: 'queues' | 'connectors' | 'caches' | 'slow-queries' | 'invariants') => at(`/work/${part}`),
  /** Pull requests that Slipway waits for, and changes that have stopped. */
  pullRequests: () => at('/work/pull-requests'),
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
  /** A request to be let into a sandbox, which is not known here. */
  sandboxAccessRequest: (id: string) => at(`/sandboxes/access-requests/${id}`),
  /** `template`: of which kind. */
  requestSandbox: (template?: string) => at('/sandboxes/request', { template }),
  editSandboxRequest: (id: string) => at('/sandboxes/request', { request: id }),
  sandbox: (id: string, tab?: string) => at(`/sandboxes/${id}`, { tab }),
  sandboxAdmin: (tab?: 'capacity' | 'work') => at('/admin/sandboxes', { tab }),
  /** A template to change; `new` for one that is not there yet. */
  sandboxTemplate: (id: string, from?: string) => at(`/admin/sandboxes/templates/${id}`, { from }),
  /** The rules by which anything is approved. */
  policies: () => at('/admin/policies'),
  /** A policy: without a version what is being changed, else what is live. `request`: a past one to try it on. */
  policy: (
    id: string,
    {
      version,
      page,
      ...search
    }: {
      version?: number | undefined
      tab?: 'changes' | 'replay' | 'try' | 'versions' | 'activity' | undefined
      change?: string | undefined
      page?: number | undefined
      request?: string | undefined
    } = {},
  ) => at(`/admin/policies/${id}`, { version: version?.toString(), ...search, page: page && page > 1 ? String(page) : undefined }),
  /** API keys; `show`: revoked ones too; `id`: one that is open. */
  apiKeys: ({ page, size, filter: _, ...search }: ListSearch & { show?: 'revoked' | undefined; id?: string | undefined } = {}) =>
    at('/admin/api-keys', { ...search, page: page?.toString(), size: size?.toString() }),
  /** Ways that notices leave by, and the log of what left; `id`: a channel to stand out. */
  notificationAdmin: ({ page, size, ...search }: ListSearch & { tab?: 'deliveries'; id?: string | undefined } = {}) =>
    at('/admin/notifications', { ...search, page: page?.toString(), size: size?.toString() }),
  /** The audit trail, as the list asks for it; `id`: an event that is open. */
  audit: ({ page, size, ...search }: ListSearch & { tab?: 'integrity' | undefined; id?: string | undefined } = {}) =>
    at('/admin/audit', { ...search, page: page?.toString(), size: size?.toString() }),
  /** People and their sessions; `id`: one that is open. */
  users: ({ page, size, filter: _, ...search }: ListSearch & { id?: string | undefined } = {}) =>
    at('/admin/users', { ...search, page: page?.toString(), size: size?.toString() }),
  settings: () => at('/admin/settings'),
  /** Who is away, and who decides in their place. */
  whoIsAway: () => at('/admin/away'),
  mySessions: () => at('/me/sessions'),
  /** All feedback, as the list asks for it; `id`: one that is open. */
  feedback: ({ page, size, ...search }: ListSearch & { id?: string | undefined } = {}) =>
    at('/admin/feedback', { ...search, page: page?.toString(), size: size?.toString() }),
  /** One's own feedback; `id`: one to stand out. */
  myFeedback: (id?: string, page?: number) => at('/feedback', { id, page: page && page > 1 ? String(page) : undefined }),
  /** Look-ups; without a tab subnets. */
  tools: (search: { tab?: 'sizes' | 'images'; account?: string | undefined; region?: string | undefined } = {}) => at('/tools', search),
  edgeRollouts: () => at('/edge'),
  newEdgeRollout: () => at('/edge/rollouts/new'),
  edgeRollout: (id: string, { q, status }: { q?: string; status?: string } = {}) => at(`/edge/rollouts/${id}`, { q, status }),
  /** Stores of the directory; `store`: the number of one that is open. */
  edgeStores: (search: { q?: string | undefined; store?: string | undefined } = {}) => at('/edge/stores', search),
  /** Who decides while one is away, and for whom one does. */
  away: () => at('/me/away'),
  /** What reaches one by mail, and when. */
  myNotifications: () => at('/me/notifications'),
  signedOut: () => at('/signed-out'),
}
