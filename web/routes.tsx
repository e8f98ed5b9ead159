import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { findAccess, getAccessGroup } from './api/accessGroupQueries.ts'
import { getAccessRequest, listAccessRequestsAdv, listUserExistingAccess, listUserPendingAccessRequests } from './api/accessQueries.ts'
import { listOpenActivations, listPimRoles } from './api/pimQueries.ts'
import {
  findAccountUpdate,
  getAccount,
  getAccountCost,
  getAccountRequest,
  getAccountUpdate,
  getPolicyCompliance,
  getVulnerabilitySummary,
  listAccountActivity,
  listAccountServices,
  listAccountsAdv,
  listAccountUpdates,
  listAdvisorCostRecommendations,
  listCatalogueItems,
  listFamilies,
  listMyAccounts,
  listPendingApprovals,
  listResourceGroups,
  listResources,
  listTowers,
  listViews,
  listWork,
} from './api/queries.ts'
import { getAccessReview, listAccessReviews } from './api/reviewQueries.ts'
import { getSandbox } from './api/sandboxPageQueries.ts'
import { getSandboxRequest, listMySandboxes, listSandboxesAdv, listSandboxTemplates } from './api/sandboxQueries.ts'
import { accessRequestsQuery } from './features/access/accessRequestsQuery.ts'
import { findSearch, questionOf } from './features/access-find/findSearch.ts'
import { accountsQuery } from './features/accounts/accountsQuery.ts'
import { sandboxesQuery } from './features/sandboxes/sandboxesQuery.ts'
import { Root } from './features/session/Root.tsx'
import { Arriving, MissingScreen, ScreenFailed } from './features/session/Screens.tsx'
import { accountTabIds, base } from './paths.ts'
import { listSearch, textParam, viewSearch } from './shared/listSearch.ts'

/** The map of screens. Each is loaded when it is gone to; its loader asks for its data in the meantime and waits for nothing. */

type Search = Record<string, unknown>
const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root })
const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((candidate) => candidate === value)

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listPendingApprovals())
    void client.prefetchQuery(listMyAccounts())
  },
  component: lazyRouteComponent(() => import('./features/home/HomePage.tsx'), 'HomePage'),
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: viewSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    void client.prefetchQuery(listAccountsAdv(accountsQuery(deps)))
    void client.prefetchQuery(listViews('accounts'))
  },
  component: lazyRouteComponent(() => import('./features/accounts/AccountsPage.tsx'), 'AccountsPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id',
  validateSearch: (search: Search) => ({
    tab: one(search.tab, ...accountTabIds),
    q: textParam(search.q),
    group: textParam(search.group),
    severity: one(search.severity, 'critical', 'high', 'medium', 'low'),
    fixable: one(search.fixable, 'yes', 'no'),
    resource: textParam(search.resource),
    page: listSearch(search).page,
    size: listSearch(search).size,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, params: { id }, deps: { tab, page } }) => {
    void client.prefetchQuery(getAccount(id))
    if (tab === 'changes') void client.prefetchQuery(listAccountUpdates(id, page))
    if (tab === 'activity') void client.prefetchQuery(listAccountActivity(id, page))
    if (tab === 'security')
      void Promise.all([client.prefetchQuery(getVulnerabilitySummary(id)), client.prefetchQuery(getPolicyCompliance(id))])
    if (tab === 'cost')
      void Promise.all([client.prefetchQuery(getAccountCost(id)), client.prefetchQuery(listAdvisorCostRecommendations(id))])
    if (tab !== 'resources') return
    void client.prefetchQuery(listResources(id))
    void client.prefetchQuery(listResourceGroups(id))
  },
  component: lazyRouteComponent(() => import('./features/accounts/AccountPage.tsx'), 'AccountPage'),
})

const ownership = createRoute({
  getParentRoute: () => root,
  path: '/accounts/ownership',
  validateSearch: (search: Search) => ({ page: listSearch(search).page }),
  component: lazyRouteComponent(() => import('./features/account-ownership/OwnershipPage.tsx'), 'OwnershipPage'),
})

const decommission = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id/decommission',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccount(id)),
  component: lazyRouteComponent(() => import('./features/account-retirement/DecommissionPage.tsx'), 'DecommissionPage'),
})

const services = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id/services',
  validateSearch: (search: Search) => ({ update: textParam(search.update) }),
  loader: ({ context: { client }, params: { id } }) => {
    void client.prefetchQuery(getAccount(id))
    void client.prefetchQuery(listAccountServices(id))
    void client.prefetchQuery(listCatalogueItems({ withdrawn: true }))
  },
  component: lazyRouteComponent(() => import('./features/account-updates/ServicesPage.tsx'), 'ServicesPage'),
})

const accountUpdate = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id/updates/$updateId',
  loader: ({ context: { client }, params: { id, updateId } }) => void client.prefetchQuery(getAccountUpdate(id, updateId)),
  component: lazyRouteComponent(() => import('./features/account-updates/UpdatePage.tsx'), 'UpdatePage'),
})

const update = createRoute({
  getParentRoute: () => root,
  path: '/updates/$updateId',
  loader: ({ context: { client }, params: { updateId } }) => void client.prefetchQuery(findAccountUpdate(updateId)),
  component: lazyRouteComponent(() => import('./features/account-updates/FindUpdatePage.tsx'), 'FindUpdatePage'),
})

const catalogue = createRoute({
  getParentRoute: () => root,
  path: '/catalogue',
  validateSearch: (search: Search) => ({ q: textParam(search.q), category: textParam(search.category), item: textParam(search.item) }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listCatalogueItems()),
  component: lazyRouteComponent(() => import('./features/catalogue/CataloguePage.tsx'), 'CataloguePage'),
})

const requestAccount = createRoute({
  getParentRoute: () => root,
  path: '/accounts/request',
  validateSearch: (search: Search) => ({
    step: textParam(search.step),
    from: textParam(search.from),
    request: textParam(search.request),
  }),
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listTowers())
    void client.prefetchQuery(listFamilies())
    void client.prefetchQuery(listCatalogueItems())
  },
  component: lazyRouteComponent(() => import('./features/account-requests/RequestWizardPage.tsx'), 'RequestWizardPage'),
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: (search: Search) => ({ ...listSearch(search), show: one(search.show, 'mine', 'all') }),
  component: lazyRouteComponent(() => import('./features/account-requests/RequestsPage.tsx'), 'RequestsPage'),
})

const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccountRequest(id)),
  component: lazyRouteComponent(() => import('./features/account-requests/RequestPage.tsx'), 'RequestPage'),
})

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: (search: Search) => ({ id: textParam(search.id), show: one(search.show, 'all') }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listPendingApprovals()),
  component: lazyRouteComponent(() => import('./features/account-approvals/InboxPage.tsx'), 'InboxPage'),
})

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listUserExistingAccess())
    void client.prefetchQuery(listUserPendingAccessRequests())
  },
  component: lazyRouteComponent(() => import('./features/access/MyAccessPage.tsx'), 'MyAccessPage'),
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
  component: lazyRouteComponent(() => import('./features/access-find/FindPage.tsx'), 'FindPage'),
})

const accessGroup = createRoute({
  getParentRoute: () => root,
  path: '/access/groups/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccessGroup(id)),
  component: lazyRouteComponent(() => import('./features/access-find/GroupPage.tsx'), 'GroupPage'),
})

const privilegedRoles = createRoute({
  getParentRoute: () => root,
  path: '/access/roles',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listPimRoles())
    void client.prefetchQuery(listOpenActivations())
  },
  component: lazyRouteComponent(() => import('./features/pim/PrivilegedRolesPage.tsx'), 'PrivilegedRolesPage'),
})

const accessRequests = createRoute({
  getParentRoute: () => root,
  path: '/access/requests',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listAccessRequestsAdv(accessRequestsQuery(deps))),
  component: lazyRouteComponent(() => import('./features/access/AccessRequestsPage.tsx'), 'AccessRequestsPage'),
})

const accessRequest = createRoute({
  getParentRoute: () => root,
  path: '/access/requests/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccessRequest(id)),
  component: lazyRouteComponent(() => import('./features/access/AccessRequestPage.tsx'), 'AccessRequestPage'),
})

const accessDrift = createRoute({
  getParentRoute: () => root,
  path: '/access/drift',
  validateSearch: (search: Search) => ({
    account: textParam(search.account),
    show: one(search.show, 'settled'),
    page: listSearch(search).page,
  }),
  component: lazyRouteComponent(() => import('./features/access-drift/DriftPage.tsx'), 'DriftPage'),
})

const accessReviews = createRoute({
  getParentRoute: () => root,
  path: '/access/reviews',
  validateSearch: (search: Search) => ({ page: listSearch(search).page, size: listSearch(search).size }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps: { page = 1, size = 25 } }) => void client.prefetchQuery(listAccessReviews({ page, size })),
  component: lazyRouteComponent(() => import('./features/access-reviews/ReviewsPage.tsx'), 'ReviewsPage'),
})

const emergencyAccess = createRoute({
  getParentRoute: () => root,
  path: '/access/emergency',
  validateSearch: (search: Search) => ({ page: listSearch(search).page }),
  component: lazyRouteComponent(() => import('./features/break-glass/EmergencyPage.tsx'), 'EmergencyPage'),
})

const newAccessReview = createRoute({
  getParentRoute: () => root,
  path: '/access/reviews/new',
  validateSearch: (search: Search) => ({ account: textParam(search.account), name: textParam(search.name) }),
  component: lazyRouteComponent(() => import('./features/access-reviews/NewReviewPage.tsx'), 'NewReviewPage'),
})

const accessReview = createRoute({
  getParentRoute: () => root,
  path: '/access/reviews/$id',
  validateSearch: (search: Search) => ({
    show: one(search.show, 'mine', 'open', 'advised', 'all', 'removed'),
    page: listSearch(search).page,
  }),
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccessReview(id)),
  component: lazyRouteComponent(() => import('./features/access-reviews/ReviewPage.tsx'), 'ReviewPage'),
})

const sandboxes = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listSandboxTemplates())
    void client.prefetchQuery(listMySandboxes())
  },
  component: lazyRouteComponent(() => import('./features/sandboxes/GalleryPage.tsx'), 'GalleryPage'),
})

const mySandboxes = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/mine',
  loader: ({ context: { client } }) => void client.prefetchQuery(listMySandboxes()),
  component: lazyRouteComponent(() => import('./features/sandboxes/MinePage.tsx'), 'MinePage'),
})

const allSandboxes = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/all',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listSandboxesAdv(sandboxesQuery(deps))),
  component: lazyRouteComponent(() => import('./features/sandboxes/AllPage.tsx'), 'AllPage'),
})

const sandboxRequests = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/requests',
  validateSearch: (search: Search) => ({ ...listSearch(search), show: one(search.show, 'all') }),
  component: lazyRouteComponent(() => import('./features/sandboxes/RequestsPage.tsx'), 'RequestsPage'),
})

const sandboxRequest = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/requests/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getSandboxRequest(id)),
  component: lazyRouteComponent(() => import('./features/sandboxes/RequestPage.tsx'), 'RequestPage'),
})

const requestSandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/request',
  validateSearch: (search: Search) => ({ template: textParam(search.template), request: textParam(search.request) }),
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listSandboxTemplates())
    void client.prefetchQuery(listTowers())
  },
  component: lazyRouteComponent(() => import('./features/sandboxes/FormPage.tsx'), 'FormPage'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/$id',
  validateSearch: (search: Search) => ({ tab: textParam(search.tab), page: listSearch(search).page }),
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getSandbox(id)),
  component: lazyRouteComponent(() => import('./features/sandboxes/page/SandboxPage.tsx'), 'SandboxPage'),
})

const sandboxAdmin = createRoute({
  getParentRoute: () => root,
  path: '/admin/sandboxes',
  validateSearch: (search: Search) => ({ tab: one(search.tab, 'capacity', 'work') }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listSandboxTemplates()),
  component: lazyRouteComponent(() => import('./features/sandbox-admin/AdminPage.tsx'), 'AdminPage'),
})

const sandboxTemplate = createRoute({
  getParentRoute: () => root,
  path: '/admin/sandboxes/templates/$id',
  validateSearch: (search: Search) => ({ from: textParam(search.from) }),
  component: lazyRouteComponent(() => import('./features/sandbox-admin/TemplatePage.tsx'), 'TemplatePage'),
})

const towers = createRoute({
  getParentRoute: () => root,
  path: '/towers',
  validateSearch: (search: Search) => ({ id: textParam(search.id), q: textParam(search.q) }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listTowers()),
  component: lazyRouteComponent(() => import('./features/towers/TowersPage.tsx'), 'TowersPage'),
})

const families = createRoute({
  getParentRoute: () => root,
  path: '/families',
  validateSearch: (search: Search) => ({ id: textParam(search.id), tower: textParam(search.tower), q: textParam(search.q) }),
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listFamilies())
    void client.prefetchQuery(listTowers())
  },
  component: lazyRouteComponent(() => import('./features/families/FamiliesPage.tsx'), 'FamiliesPage'),
})

const work = createRoute({
  getParentRoute: () => root,
  path: '/work',
  validateSearch: (search: Search) => ({ status: one(search.status, 'queued', 'running', 'waiting', 'succeeded', 'failed') }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listWork(deps.status)),
  component: lazyRouteComponent(() => import('./features/work/WorkPage.tsx'), 'WorkPage'),
})

const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  validateSearch: (search: Search) => ({ q: textParam(search.q), operation: textParam(search.operation) }),
  component: lazyRouteComponent(() => import('./features/reference/ReferencePage.tsx'), 'ReferencePage'),
})

const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/signed-out',
  validateSearch: (search: Search) => ({ reason: textParam(search.reason) }),
  component: lazyRouteComponent(() => import('./features/session/SignedOutPage.tsx'), 'SignedOutPage'),
})

const routeTree = root.addChildren([
  home,
  accounts,
  ownership,
  requestAccount,
  services,
  accountUpdate,
  update,
  catalogue,
  decommission,
  account,
  requests,
  request,
  approvals,
  access,
  accessFind,
  accessGroup,
  privilegedRoles,
  accessRequests,
  accessRequest,
  accessDrift,
  accessReviews,
  emergencyAccess,
  newAccessReview,
  accessReview,
  sandboxes,
  mySandboxes,
  allSandboxes,
  sandboxRequests,
  sandboxRequest,
  requestSandbox,
  sandbox,
  sandboxAdmin,
  sandboxTemplate,
  towers,
  families,
  work,
  reference,
  signedOut,
])

export function createScreens(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: base,
    context: { client },
    defaultPreload: 'intent',
    // The query cache knows what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    scrollRestoration: true,
    defaultNotFoundComponent: MissingScreen,
    defaultErrorComponent: ScreenFailed,
    defaultPendingComponent: Arriving,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createScreens>
  }
}
