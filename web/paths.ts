import type { ListSearch, ViewSearch } from './shared/listSearch.ts'

// This file builds all URLs of the product. Tabs, filters and steps are search parameters, so that a link shows what its sender saw.

export const base = '/app'

function at(path: string, search: Record<string, string | undefined> = {}): string {
  const text = new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => !!entry[1])).toString()
  return base + path + (text && `?${text}`)
}

/** Without a tab, the overview is shown. */
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
  decide?: 'approve' | 'reject' | 'requestChanges' | undefined
  kind?: string | undefined
  sort?: string | undefined
  q?: string | undefined
  page?: number | undefined
}

export const paths = {
  home: () => at('/'),
  accounts: ({ page, size, ...search }: ViewSearch = {}) => at('/accounts', { ...search, page: page?.toString(), size: size?.toString() }),
  account: (id: string, tab?: AccountTab) => at(`/accounts/${id}`, { tab }),
  deployments: (id: string, deployment?: string) => at(`/accounts/${id}`, { tab: 'deployments', deployment }),
  accountUpdate: (id: string, updateId: string) => at(`/accounts/${id}/updates/${updateId}`),
  /** For callers that don’t know the account of the update. */
  update: (updateId: string) => at(`/updates/${updateId}`),
  changeServices: (id: string, update?: string) => at(`/accounts/${id}/services`, { update }),
  catalogue: (item?: string, search: { q?: string | undefined; category?: string | undefined } = {}) =>
    at('/catalogue', { ...search, item }),
  ownership: (page?: number) => at('/accounts/ownership', { page: page && page > 1 ? String(page) : undefined }),
  decommission: (id: string) => at(`/accounts/${id}/decommission`),
  requestAccount: (from?: string) => at('/accounts/request', { from }),
  editRequest: (id: string) => at('/accounts/request', { request: id }),
  requestStep: (step?: string, request?: string) => at('/accounts/request', { request, step }),
  /** The reader’s own requests, or with `all` all account requests that the reader can see. */
  requests: (search: { show?: 'all'; kind?: string; state?: string } = {}) => at('/requests', search),
  request: (id: string) => at(`/requests/${id}`),
  /** An id opens an approval; other values filter the inbox. */
  substitute: (approvalId: string) => at(`/approvals/${approvalId}/cover`),
  approvals: (of: string | InboxAddress = {}, show?: 'all') => {
    const { page, ...search } = typeof of === 'string' ? { id: of, show } : { page: undefined, ...of }
    return at('/approvals', { ...search, page: page?.toString() })
  },
  estate: () => at('/estate'),
  towers: (id?: string) => at('/towers', { id }),
  families: (towerId?: string) => at('/families', { tower: towerId }),
  family: (id: string) => at('/families', { id }),
  work: ({ page, size, ...search }: ListSearch & { show?: 'stuck' | 'finished' | 'cancelled' | 'all' | undefined } = {}) =>
    at('/work', { ...search, page: page?.toString(), size: size?.toString() }),
  stuckWork: ({ page, size, filter: _, ...search }: ListSearch & { kind?: string | undefined } = {}) =>
    at('/work/stuck', { ...search, page: page?.toString(), size: size?.toString() }),
  workRun: (id: string) => at(`/work/runs/${id}`),
  cockpit: (part: 'queues' | 'connectors' | 'caches' | 'slow-queries' | 'invariants' | 'doctor') => at(`/work/${part}`),
  restore: () => at('/restore'),
  pullRequests: () => at('/work/pull-requests'),
  reference: (operation?: string, q?: string) => at('/reference', { q, operation }),
  access: () => at('/access'),
  findAccess: (q?: string) => at('/access/find', { q }),
  accessGroup: (id: string) => at(`/access/groups/${id}`),
  /** `role` and `account` open the dialog that activates the role. */
  privilegedRoles: (search: { role?: string; account?: string } = {}) => at('/access/roles', search),
  accessRequests: ({ page, size, ...search }: ListSearch = {}) =>
    at('/access/requests', { ...search, page: page?.toString(), size: size?.toString() }),
  accessRequest: (id: string) => at(`/access/requests/${id}`),
  /** Without `show`, the page lists open differences. */
  accessDrift: ({ account, show, page }: { account?: string | undefined; show?: 'resolved' | undefined; page?: number } = {}) =>
    at('/access/drift', { account, show, page: page && page > 1 ? String(page) : undefined }),
  accessReviews: ({ page, size }: { page?: number; size?: number } = {}) =>
    at('/access/reviews', { page: page && page > 1 ? String(page) : undefined, size: size && size !== 25 ? String(size) : undefined }),
  newAccessReview: (account?: { id: string; name: string }) => at('/access/reviews/new', { account: account?.id, name: account?.name }),
  accessReview: (id: string, show?: string, page?: number) =>
    at(`/access/reviews/${id}`, { show, page: page && page > 1 ? String(page) : undefined }),
  endingAccess: ({ page, size, filter: _, ...search }: ListSearch = {}) =>
    at('/estate/access', { ...search, page: page?.toString(), size: size?.toString() }),
  emergencyAccess: (page?: number) => at('/access/emergency', { page: page && page > 1 ? String(page) : undefined }),
  sandboxes: () => at('/sandboxes'),
  mySandboxes: () => at('/sandboxes/mine'),
  allSandboxes: ({ page, size, ...search }: ListSearch = {}) =>
    at('/sandboxes/all', { ...search, page: page?.toString(), size: size?.toString() }),
  sandboxRequests: () => at('/sandboxes/requests', { show: 'all' }),
  sandboxRequest: (id: string) => at(`/sandboxes/requests/${id}`),
  /** For callers that don’t know the sandbox of the request. */
  sandboxAccessRequest: (id: string) => at(`/sandboxes/access-requests/${id}`),
  requestSandbox: (template?: string) => at('/sandboxes/request', { template }),
  editSandboxRequest: (id: string) => at('/sandboxes/request', { request: id }),
  sandbox: (id: string, tab?: string) => at(`/sandboxes/${id}`, { tab }),
  sandboxAdmin: (tab?: 'capacity' | 'work') => at('/admin/sandboxes', { tab }),
  sandboxTemplate: (id: string, from?: string) => at(`/admin/sandboxes/templates/${id}`, { from }),
  policies: () => at('/admin/policies'),
  /**
   * Without a version, the draft or proposal is shown, and if there is none, the live version. `request` is a past request to test the
   * policy with.
   */
  policy: (
    id: string,
    {
      version,
      page,
      ...search
    }: {
      version?: number | undefined
      tab?: 'edit' | 'changes' | 'replay' | 'try' | 'versions' | 'activity' | undefined
      change?: string | undefined
      page?: number | undefined
      request?: string | undefined
    } = {},
  ) => at(`/admin/policies/${id}`, { version: version?.toString(), ...search, page: page && page > 1 ? String(page) : undefined }),
  /** `id` opens a key; `show` lists revoked keys too. */
  apiKeys: ({ page, size, filter: _, ...search }: ListSearch & { show?: 'revoked' | undefined; id?: string | undefined } = {}) =>
    at('/admin/api-keys', { ...search, page: page?.toString(), size: size?.toString() }),
  notificationAdmin: ({ page, size, ...search }: ListSearch & { tab?: 'deliveries'; id?: string | undefined } = {}) =>
    at('/admin/notifications', { ...search, page: page?.toString(), size: size?.toString() }),
  audit: ({ page, size, ...search }: ListSearch & { tab?: 'integrity' | undefined; id?: string | undefined } = {}) =>
    at('/admin/audit', { ...search, page: page?.toString(), size: size?.toString() }),
  users: ({ page, size, filter: _, ...search }: ListSearch & { id?: string | undefined } = {}) =>
    at('/admin/users', { ...search, page: page?.toString(), size: size?.toString() }),
  settings: () => at('/admin/settings'),
  absences: () => at('/admin/away'),
  mySessions: () => at('/me/sessions'),
  feedback: ({ page, size, ...search }: ListSearch & { id?: string | undefined } = {}) =>
    at('/admin/feedback', { ...search, page: page?.toString(), size: size?.toString() }),
  myFeedback: (id?: string, page?: number) => at('/feedback', { id, page: page && page > 1 ? String(page) : undefined }),
  tools: (search: { tab?: 'sizes' | 'images'; account?: string | undefined; region?: string | undefined } = {}) => at('/tools', search),
  edgeRollouts: (search: { status?: string } = {}) => at('/edge', search),
  newEdgeRollout: () => at('/edge/rollouts/new'),
  edgeRollout: (id: string, { q, status }: { q?: string; status?: string } = {}) => at(`/edge/rollouts/${id}`, { q, status }),
  edgeStores: (search: { q?: string | undefined; store?: string | undefined } = {}) => at('/edge/stores', search),
  away: () => at('/me/away'),
  myNotifications: () => at('/me/notifications'),
  signedOut: () => at('/signed-out'),
}
