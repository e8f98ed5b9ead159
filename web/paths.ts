import type { ListSearch, ViewSearch } from './shared/listSearch.ts'

// This file builds all URLs of the product. Tabs, filters and steps are search parameters, so that a link shows what its sender saw.

export const base = '/app'

function buildPath(path: string, search: Record<string, string | undefined> = {}): string {
  const text = new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => !!entry[1])).toString()
  return base + path + (text && `?${text}`)
}

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
  home: () => buildPath('/'),
  accounts: ({ page, size, ...search }: ViewSearch = {}) =>
    buildPath('/accounts', { ...search, page: page?.toString(), size: size?.toString() }),
  account: (id: string, tab?: AccountTab) => buildPath(`/accounts/${id}`, { tab }),
  deployments: (id: string, deployment?: string) => buildPath(`/accounts/${id}`, { tab: 'deployments', deployment }),
  accountUpdate: (id: string, updateId: string) => buildPath(`/accounts/${id}/updates/${updateId}`),
  /** For callers that don’t know the account of the update. */
  update: (updateId: string) => buildPath(`/updates/${updateId}`),
  changeServices: (id: string, update?: string) => buildPath(`/accounts/${id}/services`, { update }),
  catalogue: (item?: string, search: { q?: string | undefined; category?: string | undefined } = {}) =>
    buildPath('/catalogue', { ...search, item }),
  ownership: (page?: number) => buildPath('/accounts/ownership', { page: page && page > 1 ? String(page) : undefined }),
  decommission: (id: string) => buildPath(`/accounts/${id}/decommission`),
  requestAccount: (from?: string) => buildPath('/accounts/request', { from }),
  editRequest: (id: string) => buildPath('/accounts/request', { request: id }),
  requestStep: (step?: string, request?: string) => buildPath('/accounts/request', { request, step }),
  /** The reader’s own requests, or with `all` all account requests that the reader can see. */
  requests: (search: { show?: 'all'; kind?: string; state?: string } = {}) => buildPath('/requests', search),
  request: (id: string) => buildPath(`/requests/${id}`),
  /** An ID opens an approval; other values filter the inbox. */
  substitute: (approvalId: string) => buildPath(`/approvals/${approvalId}/cover`),
  approvals: (of: string | InboxAddress = {}, show?: 'all') => {
    const { page, ...search } = typeof of === 'string' ? { id: of, show } : { page: undefined, ...of }
    return buildPath('/approvals', { ...search, page: page?.toString() })
  },
  estate: () => buildPath('/estate'),
  towers: (id?: string) => buildPath('/towers', { id }),
  families: (towerId?: string) => buildPath('/families', { tower: towerId }),
  family: (id: string) => buildPath('/families', { id }),
  runs: ({ page, size, ...search }: ListSearch & { show?: 'stuck' | 'finished' | 'cancelled' | 'all' | undefined } = {}) =>
    buildPath('/work', { ...search, page: page?.toString(), size: size?.toString() }),
  stuckWork: ({ page, size, filter: _, ...search }: ListSearch & { kind?: string | undefined } = {}) =>
    buildPath('/work/stuck', { ...search, page: page?.toString(), size: size?.toString() }),
  run: (id: string) => buildPath(`/work/runs/${id}`),
  cockpit: (part: 'queues' | 'connectors' | 'caches' | 'slow-queries' | 'invariants' | 'doctor') => buildPath(`/work/${part}`),
  restore: () => buildPath('/restore'),
  pullRequests: () => buildPath('/work/pull-requests'),
  reference: (operation?: string, q?: string) => buildPath('/reference', { q, operation }),
  access: () => buildPath('/access'),
  findAccess: (q?: string) => buildPath('/access/find', { q }),
  accessGroup: (id: string) => buildPath(`/access/groups/${id}`),
  /** `role` and `account` open the dialog that activates the role. */
  privilegedRoles: (search: { role?: string; account?: string } = {}) => buildPath('/access/roles', search),
  accessRequests: ({ page, size, ...search }: ListSearch = {}) =>
    buildPath('/access/requests', { ...search, page: page?.toString(), size: size?.toString() }),
  accessRequest: (id: string) => buildPath(`/access/requests/${id}`),
  /** Without `show`, the page lists open differences. */
  accessDrift: ({ account, show, page }: { account?: string | undefined; show?: 'resolved' | undefined; page?: number } = {}) =>
    buildPath('/access/drift', { account, show, page: page && page > 1 ? String(page) : undefined }),
  accessReviews: ({ page, size }: { page?: number; size?: number } = {}) =>
    buildPath('/access/reviews', {
      page: page && page > 1 ? String(page) : undefined,
      size: size && size !== 25 ? String(size) : undefined,
    }),
  newAccessReview: (account?: { id: string; name: string }) =>
    buildPath('/access/reviews/new', { account: account?.id, name: account?.name }),
  accessReview: (id: string, show?: string, page?: number) =>
    buildPath(`/access/reviews/${id}`, { show, page: page && page > 1 ? String(page) : undefined }),
  endingAccess: ({ page, size, filter: _, ...search }: ListSearch = {}) =>
    buildPath('/estate/access', { ...search, page: page?.toString(), size: size?.toString() }),
  emergencyAccess: (page?: number) => buildPath('/access/emergency', { page: page && page > 1 ? String(page) : undefined }),
  sandboxes: () => buildPath('/sandboxes'),
  mySandboxes: () => buildPath('/sandboxes/mine'),
  allSandboxes: ({ page, size, ...search }: ListSearch = {}) =>
    buildPath('/sandboxes/all', { ...search, page: page?.toString(), size: size?.toString() }),
  sandboxRequests: () => buildPath('/sandboxes/requests', { show: 'all' }),
  sandboxRequest: (id: string) => buildPath(`/sandboxes/requests/${id}`),
  /** For callers that don’t know the sandbox of the request. */
  sandboxAccessRequest: (id: string) => buildPath(`/sandboxes/access-requests/${id}`),
  requestSandbox: (template?: string) => buildPath('/sandboxes/request', { template }),
  editSandboxRequest: (id: string) => buildPath('/sandboxes/request', { request: id }),
  sandbox: (id: string, tab?: string) => buildPath(`/sandboxes/${id}`, { tab }),
  sandboxAdmin: (tab?: 'capacity' | 'work') => buildPath('/admin/sandboxes', { tab }),
  sandboxTemplate: (id: string, from?: string) => buildPath(`/admin/sandboxes/templates/${id}`, { from }),
  policies: () => buildPath('/admin/policies'),
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
  ) => buildPath(`/admin/policies/${id}`, { version: version?.toString(), ...search, page: page && page > 1 ? String(page) : undefined }),
  /** `id` opens a key; `show` lists revoked keys too. */
  apiKeys: ({ page, size, filter: _, ...search }: ListSearch & { show?: 'revoked' | undefined; id?: string | undefined } = {}) =>
    buildPath('/admin/api-keys', { ...search, page: page?.toString(), size: size?.toString() }),
  notificationAdmin: ({ page, size, ...search }: ListSearch & { tab?: 'deliveries'; id?: string | undefined } = {}) =>
    buildPath('/admin/notifications', { ...search, page: page?.toString(), size: size?.toString() }),
  audit: ({ page, size, ...search }: ListSearch & { tab?: 'integrity' | undefined; id?: string | undefined } = {}) =>
    buildPath('/admin/audit', { ...search, page: page?.toString(), size: size?.toString() }),
  users: ({ page, size, filter: _, ...search }: ListSearch & { id?: string | undefined } = {}) =>
    buildPath('/admin/users', { ...search, page: page?.toString(), size: size?.toString() }),
  settings: () => buildPath('/admin/settings'),
  absences: () => buildPath('/admin/away'),
  mySessions: () => buildPath('/me/sessions'),
  feedback: ({ page, size, ...search }: ListSearch & { id?: string | undefined } = {}) =>
    buildPath('/admin/feedback', { ...search, page: page?.toString(), size: size?.toString() }),
  myFeedback: (id?: string, page?: number) => buildPath('/feedback', { id, page: page && page > 1 ? String(page) : undefined }),
  tools: (search: { tab?: 'sizes' | 'images'; account?: string | undefined; region?: string | undefined } = {}) =>
    buildPath('/tools', search),
  edgeRollouts: (search: { status?: string } = {}) => buildPath('/edge', search),
  newEdgeRollout: () => buildPath('/edge/rollouts/new'),
  edgeRollout: (id: string, { q, status }: { q?: string; status?: string } = {}) => buildPath(`/edge/rollouts/${id}`, { q, status }),
  edgeStores: (search: { q?: string | undefined; store?: string | undefined } = {}) => buildPath('/edge/stores', search),
  away: () => buildPath('/me/away'),
  myNotifications: () => buildPath('/me/notifications'),
  signedOut: () => buildPath('/signed-out'),
}
