import { createRoute } from '@tanstack/react-router'
import { findAccess, getAccessGroup } from '../api/accessGroupQueries.ts'
import { getAccessRequest, listAccessRequestsAdv, listUserExistingAccess, listUserPendingAccessRequests } from '../api/accessQueries.ts'
import { listExpiringAccess } from '../api/assignmentQueries.ts'
import { listInbox, waitingForMe } from '../api/inboxQueries.ts'
import { suggestSubstitutes } from '../api/me.ts'
import { listOpenActivations, listPimRoles } from '../api/pimQueries.ts'
import { getAccessReview, listAccessReviews } from '../api/reviewQueries.ts'
import { findSearch, questionOf } from '../features/access/groups/accessSearchParams.ts'
import { inboxQuery, parseInboxSearch } from '../features/approvals/inbox/inboxSearch.ts'
import { listQuery, listSearch, textParam } from '../shared/listSearch.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { one, root, type Search } from './root.ts'

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: parseInboxSearch,
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(waitingForMe())
    void client.prefetchQuery(listInbox(inboxQuery({})))
  },
  component: lazyScreen(() => import('../features/approvals/inbox/InboxPage.tsx'), 'InboxPage'),
})

const substitute = createRoute({
  getParentRoute: () => root,
  path: '/approvals/$id/cover',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(suggestSubstitutes(id)),
  component: lazyScreen(() => import('../features/approvals/substitutes/SubstitutePage.tsx'), 'SubstitutePage'),
})

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listUserExistingAccess())
    void client.prefetchQuery(listUserPendingAccessRequests())
  },
  component: lazyScreen(() => import('../features/access/requests/MyAccessPage.tsx'), 'MyAccessPage'),
})

const accessFind = createRoute({
  getParentRoute: () => root,
  path: '/access/find',
  validateSearch: findSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    const question = questionOf(deps)
    if (question) void client.prefetchQuery(findAccess(question))
  },
  component: lazyScreen(() => import('../features/access/groups/AccessSearchPage.tsx'), 'AccessSearchPage'),
})

const accessGroup = createRoute({
  getParentRoute: () => root,
  path: '/access/groups/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccessGroup(id)),
  component: lazyScreen(() => import('../features/access/groups/GroupPage.tsx'), 'GroupPage'),
})

const privilegedRoles = createRoute({
  getParentRoute: () => root,
  path: '/access/roles',
  validateSearch: (search: Search) => ({ role: textParam(search.role), account: textParam(search.account) }),
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listPimRoles())
    void client.prefetchQuery(listOpenActivations())
  },
  component: lazyScreen(() => import('../features/access/pim/PrivilegedRolesPage.tsx'), 'PrivilegedRolesPage'),
})

const accessRequests = createRoute({
  getParentRoute: () => root,
  path: '/access/requests',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listAccessRequestsAdv(listQuery(deps))),
  component: lazyScreen(() => import('../features/access/requests/AccessRequestsPage.tsx'), 'AccessRequestsPage'),
})

const accessRequest = createRoute({
  getParentRoute: () => root,
  path: '/access/requests/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccessRequest(id)),
  component: lazyScreen(() => import('../features/access/requests/AccessRequestPage.tsx'), 'AccessRequestPage'),
})

const accessDrift = createRoute({
  getParentRoute: () => root,
  path: '/access/drift',
  validateSearch: (search: Search) => ({
    account: textParam(search.account),
    show: one(search.show, 'resolved'),
    page: listSearch(search).page,
  }),
  component: lazyScreen(() => import('../features/access/drift/DriftPage.tsx'), 'DriftPage'),
})

const accessReviews = createRoute({
  getParentRoute: () => root,
  path: '/access/reviews',
  validateSearch: (search: Search) => ({ page: listSearch(search).page, size: listSearch(search).size }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps: { page = 1, size = 25 } }) => void client.prefetchQuery(listAccessReviews({ page, size })),
  component: lazyScreen(() => import('../features/access/reviews/ReviewsPage.tsx'), 'ReviewsPage'),
})

const emergencyAccess = createRoute({
  getParentRoute: () => root,
  path: '/access/emergency',
  validateSearch: (search: Search) => ({ page: listSearch(search).page }),
  component: lazyScreen(() => import('../features/access/emergency/EmergencyPage.tsx'), 'EmergencyPage'),
})

const endingAccess = createRoute({
  getParentRoute: () => root,
  path: '/estate/access',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listExpiringAccess(listQuery(deps))),
  component: lazyScreen(() => import('../features/access/assignments/EndingAccessPage.tsx'), 'EndingAccessPage'),
})

const newAccessReview = createRoute({
  getParentRoute: () => root,
  path: '/access/reviews/new',
  validateSearch: (search: Search) => ({ account: textParam(search.account), name: textParam(search.name) }),
  component: lazyScreen(() => import('../features/access/reviews/NewReviewPage.tsx'), 'NewReviewPage'),
})

const accessReview = createRoute({
  getParentRoute: () => root,
  path: '/access/reviews/$id',
  validateSearch: (search: Search) => ({
    show: one(search.show, 'mine', 'open', 'advised', 'all', 'removed'),
    page: listSearch(search).page,
  }),
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccessReview(id)),
  component: lazyScreen(() => import('../features/access/reviews/ReviewPage.tsx'), 'ReviewPage'),
})

export const accessRoutes = [
  approvals,
  substitute,
  access,
  accessFind,
  accessGroup,
  privilegedRoles,
  accessRequests,
  accessRequest,
  accessDrift,
  accessReviews,
  emergencyAccess,
  endingAccess,
  newAccessReview,
  accessReview,
] as const
