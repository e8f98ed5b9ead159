import { createRoute, redirect } from '@tanstack/react-router'
import { listTowers } from '../api/queries.ts'
import { getSandbox } from '../api/sandboxPageQueries.ts'
import { getSandboxRequest, listMySandboxes, listSandboxesAdv, listSandboxTemplates } from '../api/sandboxQueries.ts'
import { listQuery, listSearch, textParam } from '../shared/listSearch.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { one, root, type Search } from './root.ts'

const sandboxes = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listSandboxTemplates())
    void client.prefetchQuery(listMySandboxes())
  },
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/GalleryPage.tsx'), 'GalleryPage'),
})

const mySandboxes = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/mine',
  loader: ({ context: { client } }) => void client.prefetchQuery(listMySandboxes()),
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/MySandboxesPage.tsx'), 'MySandboxesPage'),
})

const allSandboxes = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/all',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(listSandboxesAdv(listQuery(deps))),
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/AllPage.tsx'), 'AllPage'),
})

const sandboxRequests = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/requests',
  validateSearch: (search: Search) => ({ ...listSearch(search), show: one(search.show, 'all') }),
  // The list of the reader’s requests has all kinds.
  beforeLoad: ({ search }) => {
    if (search.show !== 'all') throw redirect({ to: '/requests', search: { kind: 'sandboxRequest' }, replace: true })
  },
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/RequestsPage.tsx'), 'RequestsPage'),
})

const sandboxRequest = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/requests/$id',
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getSandboxRequest(id)),
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/RequestPage.tsx'), 'RequestPage'),
})

const sandboxAccessRequest = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/access-requests/$id',
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/FindAccessRequestPage.tsx'), 'FindAccessRequestPage'),
})

const requestSandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/request',
  validateSearch: (search: Search) => ({ template: textParam(search.template), request: textParam(search.request) }),
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(listSandboxTemplates())
    void client.prefetchQuery(listTowers())
  },
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/FormPage.tsx'), 'FormPage'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/$id',
  validateSearch: (search: Search) => ({ tab: textParam(search.tab), page: listSearch(search).page }),
  loader: ({ context: { client }, params: { id } }) => void client.prefetchQuery(getSandbox(id)),
  component: lazyScreen(() => import('../features/sandboxes/sandboxes/page/SandboxPage.tsx'), 'SandboxPage'),
})

const sandboxAdmin = createRoute({
  getParentRoute: () => root,
  path: '/admin/sandboxes',
  validateSearch: (search: Search) => ({ tab: one(search.tab, 'capacity', 'work') }),
  loader: ({ context: { client } }) => void client.prefetchQuery(listSandboxTemplates()),
  component: lazyScreen(() => import('../features/sandboxes/templates/AdminPage.tsx'), 'AdminPage'),
})

const sandboxTemplate = createRoute({
  getParentRoute: () => root,
  path: '/admin/sandboxes/templates/$id',
  validateSearch: (search: Search) => ({ from: textParam(search.from) }),
  component: lazyScreen(() => import('../features/sandboxes/templates/TemplatePage.tsx'), 'TemplatePage'),
})

export const sandboxesRoutes = [
  sandboxes,
  mySandboxes,
  allSandboxes,
  sandboxRequests,
  sandboxRequest,
  sandboxAccessRequest,
  requestSandbox,
  sandbox,
  sandboxAdmin,
  sandboxTemplate,
] as const
