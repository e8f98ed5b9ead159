import { createRoute } from '@tanstack/react-router'
import type { CallResult } from '../api/client.ts'
import { listAccountDeployments } from '../api/deploymentQueries.ts'
import { listAccountIncidents } from '../api/incidentQueries.ts'
import { listMyRequests } from '../api/me.ts'
import {
  findAccountUpdate,
  getAccount,
  getAccountCost,
  getAccountRequest,
  getAccountsAdvOptions,
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
  listResourceGroups,
  listResources,
  listTowers,
  listViews,
} from '../api/queries.ts'
import { requestsQuery, requestsSearch } from '../features/platform/requests/requestsSearch.ts'
import { accountTabIds } from '../paths.ts'
import { conditionsOf, listQuery, listSearch, textParam, viewSearch } from '../shared/listSearch.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { awaitBriefly, one, prefetchIfAllowed, root, type Search } from './root.ts'

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: viewSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    const list = client.prefetchQuery(listAccountsAdv(listQuery(deps)))
    void client.prefetchQuery({ ...getAccountsAdvOptions(conditionsOf(deps)), staleTime: 60_000 })
    void client.prefetchQuery(listViews('accounts'))
    return awaitBriefly(list)
  },
  component: lazyScreen(() => import('../features/accounts/accounts/AccountsPage.tsx'), 'AccountsPage'),
})

const ownership = createRoute({
  getParentRoute: () => root,
  path: '/accounts/ownership',
  validateSearch: (search: Search) => ({ page: listSearch(search).page }),
  component: lazyScreen(() => import('../features/accounts/ownership/OwnershipPage.tsx'), 'OwnershipPage'),
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
  component: lazyScreen(() => import('../features/accounts/requests/RequestWizardPage.tsx'), 'RequestWizardPage'),
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
  component: lazyScreen(() => import('../features/accounts/updates/ServicesPage.tsx'), 'ServicesPage'),
})

const accountUpdate = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id/updates/$updateId',
  loader: ({ context: { client }, params: { id, updateId } }) => void client.prefetchQuery(getAccountUpdate(id, updateId)),
  component: lazyScreen(() => import('../features/accounts/updates/UpdatePage.tsx'), 'UpdatePage'),
})

const update = createRoute({
  getParentRoute: () => root,
  path: '/updates/$updateId',
  loader: ({ context: { client }, params: { updateId } }) => void client.prefetchQuery(findAccountUpdate(updateId)),
  component: lazyScreen(() => import('../features/accounts/updates/FindUpdatePage.tsx'), 'FindUpdatePage'),
})

const decommission = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id/decommission',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccount(id)),
  component: lazyScreen(() => import('../features/accounts/decommission/DecommissionPage.tsx'), 'DecommissionPage'),
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
    deployment: textParam(search.deployment),
    page: listSearch(search).page,
    size: listSearch(search).size,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, params: { id }, deps: { tab, page } }) => {
    const canManage = ({ can }: CallResult<'getAccount'>) => can.seeAll === true
    void prefetchIfAllowed(client.fetchQuery(getAccount(id)), canManage, () => {
      if (tab === 'deployments') void client.prefetchQuery(listAccountDeployments(id))
      if (tab === 'incidents') void client.prefetchQuery(listAccountIncidents(id))
      if (tab === 'changes') void client.prefetchQuery(listAccountUpdates(id, page))
      if (tab === 'activity') void client.prefetchQuery(listAccountActivity(id, page))
      if (tab === 'security')
        void Promise.all([client.prefetchQuery(getVulnerabilitySummary(id)), client.prefetchQuery(getPolicyCompliance(id))])
      if (tab === 'cost')
        void Promise.all([client.prefetchQuery(getAccountCost(id)), client.prefetchQuery(listAdvisorCostRecommendations(id))])
      if (tab !== 'resources') return
      void client.prefetchQuery(listResources(id))
      void client.prefetchQuery(listResourceGroups(id))
    })
  },
  component: lazyScreen(() => import('./AccountPage.tsx'), 'AccountPage'),
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: requestsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    if (deps.show !== 'all') void client.prefetchQuery(listMyRequests(requestsQuery(deps)))
  },
  component: lazyScreen(() => import('./RequestsScreen.tsx'), 'RequestsScreen'),
})

const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getAccountRequest(id)),
  component: lazyScreen(() => import('../features/accounts/requests/RequestPage.tsx'), 'RequestPage'),
})

const catalogue = createRoute({
  getParentRoute: () => root,
  path: '/catalogue',
  validateSearch: (search: Search) => ({ q: textParam(search.q), category: textParam(search.category), item: textParam(search.item) }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listCatalogueItems()),
  component: lazyScreen(() => import('../features/accounts/catalogue/CataloguePage.tsx'), 'CataloguePage'),
})

export const accountsRoutes = [
  accounts,
  ownership,
  requestAccount,
  services,
  accountUpdate,
  update,
  decommission,
  account,
  requests,
  request,
  catalogue,
] as const
