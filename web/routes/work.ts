import { createRoute } from '@tanstack/react-router'
import {
  getRun,
  getRunsOverview,
  listCaches,
  listConnectors,
  listInvariants,
  listQueues,
  listRunsAdv,
  listSlowQueries,
  listStuckWork,
} from '../api/cockpitQueries.ts'
import { getEdgeRollout, listEdgeRollouts } from '../api/edgeQueries.ts'
import { listPullRequests } from '../api/pipelineQueries.ts'
import { listRuns } from '../api/queries.ts'
import { runSearch, runsQuery } from '../features/platform/cockpit/runsQuery.ts'
import { stuckQuery, stuckSearch } from '../features/platform/cockpit/stuckSearch.ts'
import { rolloutSearch, rolloutsQuery } from '../features/services/edge/edgeSearch.ts'
import { toolSearch } from '../features/services/lookups/toolSearch.ts'
import { textParam } from '../shared/listSearch.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { currentUser, isResponsible, prefetchIfAllowed, root, type Search } from './root.ts'

const work = createRoute({
  getParentRoute: () => root,
  path: '/work',
  validateSearch: runSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    void client.prefetchQuery(getRunsOverview())
    void prefetchIfAllowed(currentUser(client), isResponsible, () => void client.prefetchQuery(listRunsAdv(runsQuery(deps))))
  },
  component: lazyScreen(() => import('../features/platform/cockpit/CockpitPage.tsx'), 'CockpitPage'),
})

const stuckWork = createRoute({
  getParentRoute: () => root,
  path: '/work/stuck',
  validateSearch: stuckSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    void client.prefetchQuery(getRunsOverview())
    void prefetchIfAllowed(currentUser(client), isResponsible, () => void client.prefetchQuery(listStuckWork(stuckQuery(deps))))
  },
  component: lazyScreen(() => import('../features/platform/cockpit/StuckPage.tsx'), 'StuckPage'),
})

const workRun = createRoute({
  getParentRoute: () => root,
  path: '/work/runs/$runId',
  loader: ({ context: { client }, params: { runId } }) => void client.prefetchQuery(getRun(runId)),
  component: lazyScreen(() => import('../features/platform/cockpit/RunPage.tsx'), 'RunPage'),
})

const queues = createRoute({
  getParentRoute: () => root,
  path: '/work/queues',
  loader: ({ context: { client } }) => void client.prefetchQuery(listQueues()),
  component: lazyScreen(() => import('../features/platform/cockpit/QueuesPage.tsx'), 'QueuesPage'),
})

const connectors = createRoute({
  getParentRoute: () => root,
  path: '/work/connectors',
  loader: ({ context: { client } }) => void client.prefetchQuery(listConnectors()),
  component: lazyScreen(() => import('../features/platform/cockpit/ConnectorsPage.tsx'), 'ConnectorsPage'),
})

const caches = createRoute({
  getParentRoute: () => root,
  path: '/work/caches',
  loader: ({ context: { client } }) => void client.prefetchQuery(listCaches()),
  component: lazyScreen(() => import('../features/platform/cockpit/CachesPage.tsx'), 'CachesPage'),
})

const slowQueries = createRoute({
  getParentRoute: () => root,
  path: '/work/slow-queries',
  loader: ({ context: { client } }) => void client.prefetchQuery(listSlowQueries()),
  component: lazyScreen(() => import('../features/platform/cockpit/SlowQueriesPage.tsx'), 'SlowQueriesPage'),
})

const invariants = createRoute({
  getParentRoute: () => root,
  path: '/work/invariants',
  loader: ({ context: { client } }) => void client.prefetchQuery(listInvariants()),
  component: lazyScreen(() => import('../features/platform/cockpit/InvariantsPage.tsx'), 'InvariantsPage'),
})

const doctor = createRoute({
  getParentRoute: () => root,
  path: '/work/doctor',
  loader: ({ context: { client } }) => void client.prefetchQuery(listConnectors()),
  component: lazyScreen(() => import('../features/platform/cockpit/DoctorPage.tsx'), 'DoctorPage'),
})

const pullRequests = createRoute({
  getParentRoute: () => root,
  path: '/work/pull-requests',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listPullRequests())
    void prefetchIfAllowed(currentUser(client), isResponsible, () => void client.prefetchQuery(listRuns('failed')))
  },
  component: lazyScreen(() => import('../features/services/pipelines/PullRequestsPage.tsx'), 'PullRequestsPage'),
})

const edgeRollouts = createRoute({
  getParentRoute: () => root,
  path: '/edge',
  validateSearch: rolloutSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listEdgeRollouts(rolloutsQuery(deps))),
  component: lazyScreen(() => import('../features/services/edge/RolloutsPage.tsx'), 'RolloutsPage'),
})

const newEdgeRollout = createRoute({
  getParentRoute: () => root,
  path: '/edge/rollouts/new',
  component: lazyScreen(() => import('../features/services/edge/NewRolloutPage.tsx'), 'NewRolloutPage'),
})

const edgeRollout = createRoute({
  getParentRoute: () => root,
  path: '/edge/rollouts/$id',
  validateSearch: rolloutSearch,
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getEdgeRollout(id)),
  component: lazyScreen(() => import('../features/services/edge/RolloutPage.tsx'), 'RolloutPage'),
})

const edgeStores = createRoute({
  getParentRoute: () => root,
  path: '/edge/stores',
  validateSearch: (search: Search) => ({ q: textParam(search.q), store: textParam(search.store) }),
  component: lazyScreen(() => import('../features/services/edge/StoresPage.tsx'), 'StoresPage'),
})

const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: toolSearch,
  component: lazyScreen(() => import('../features/services/lookups/ToolsPage.tsx'), 'ToolsPage'),
})

const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  validateSearch: (search: Search) => ({ q: textParam(search.q), operation: textParam(search.operation) }),
  component: lazyScreen(() => import('../features/platform/reference/ReferencePage.tsx'), 'ReferencePage'),
})

export const runRoutes = [
  work,
  stuckWork,
  workRun,
  queues,
  connectors,
  caches,
  slowQueries,
  invariants,
  doctor,
  pullRequests,
  edgeRollouts,
  newEdgeRollout,
  edgeRollout,
  edgeStores,
  tools,
  reference,
] as const
