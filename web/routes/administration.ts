import { createRoute } from '@tanstack/react-router'
import { getDatabaseRestore } from '../api/adminQueries.ts'
import { getEstate } from '../api/estateQueries.ts'
import { listFamilies, listTowers } from '../api/queries.ts'
import { policySearch } from '../features/approvals/policies/policySearch.ts'
import { listSearch, textParam } from '../shared/listSearch.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { one, root, type Search } from './root.ts'

const estate = createRoute({
  getParentRoute: () => root,
  path: '/estate',
  loader: ({ context: { client } }) => void client.prefetchQuery(getEstate()),
  component: lazyScreen(() => import('../features/platform/estate/EstatePage.tsx'), 'EstatePage'),
})

const towers = createRoute({
  getParentRoute: () => root,
  path: '/towers',
  validateSearch: (search: Search) => ({ id: textParam(search.id), q: textParam(search.q) }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listTowers()),
  component: lazyScreen(() => import('../features/accounts/towers/TowersPage.tsx'), 'TowersPage'),
})

const families = createRoute({
  getParentRoute: () => root,
  path: '/families',
  validateSearch: (search: Search) => ({ id: textParam(search.id), tower: textParam(search.tower), q: textParam(search.q) }),
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listFamilies())
    void client.prefetchQuery(listTowers())
  },
  component: lazyScreen(() => import('../features/accounts/families/FamiliesPage.tsx'), 'FamiliesPage'),
})

const policies = createRoute({
  getParentRoute: () => root,
  path: '/admin/policies',
  component: lazyScreen(() => import('../features/approvals/policies/PoliciesPage.tsx'), 'PoliciesPage'),
})

const policy = createRoute({
  getParentRoute: () => root,
  path: '/admin/policies/$id',
  validateSearch: policySearch,
  component: lazyScreen(() => import('../features/approvals/policies/PolicyPage.tsx'), 'PolicyPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: '/admin/api-keys',
  validateSearch: (search: Search) => ({ ...listSearch(search), show: one(search.show, 'revoked'), id: textParam(search.id) }),
  component: lazyScreen(() => import('../features/platform/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  validateSearch: (search: Search) => ({ ...listSearch(search), id: textParam(search.id) }),
  component: lazyScreen(() => import('../features/platform/sessions/UsersPage.tsx'), 'UsersPage'),
})

const whoIsAway = createRoute({
  getParentRoute: () => root,
  path: '/admin/away',
  component: lazyScreen(() => import('../features/approvals/delegations/AbsencesPage.tsx'), 'AbsencesPage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  component: lazyScreen(() => import('../features/platform/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const notificationAdmin = createRoute({
  getParentRoute: () => root,
  path: '/admin/notifications',
  validateSearch: (search: Search) => ({ ...listSearch(search), tab: one(search.tab, 'deliveries'), id: textParam(search.id) }),
  component: lazyScreen(() => import('../features/platform/notification-channels/NotificationAdminPage.tsx'), 'NotificationAdminPage'),
})

const feedback = createRoute({
  getParentRoute: () => root,
  path: '/admin/feedback',
  validateSearch: (search: Search) => ({ ...listSearch(search), id: textParam(search.id) }),
  component: lazyScreen(() => import('../features/platform/feedback/FeedbackPage.tsx'), 'FeedbackPage'),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: (search: Search) => ({ ...listSearch(search), tab: one(search.tab, 'integrity'), id: textParam(search.id) }),
  component: lazyScreen(() => import('../features/platform/audit/AuditPage.tsx'), 'AuditPage'),
})

const restore = createRoute({
  getParentRoute: () => root,
  path: '/restore',
  loader: ({ context: { client } }) => void client.prefetchQuery(getDatabaseRestore()),
  component: lazyScreen(() => import('../features/platform/restore/RestorePage.tsx'), 'RestorePage'),
})

export const administrationRoutes = [
  estate,
  towers,
  families,
  policies,
  policy,
  apiKeys,
  users,
  whoIsAway,
  settings,
  notificationAdmin,
  feedback,
  audit,
  restore,
] as const
