import { createRoute } from '@tanstack/react-router'
import { waitingForMe } from '../api/inboxQueries.ts'
import { getMyNotificationSettings, listMyDelegations } from '../api/me.ts'
import { listMyAccounts } from '../api/queries.ts'
import { listSearch, textParam } from '../shared/listSearch.ts'
import { lazyScreen } from './lazyScreen.tsx'
import { root, type Search } from './root.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(waitingForMe())
    void client.prefetchQuery(listMyAccounts())
  },
  component: lazyScreen(() => import('../features/platform/home/HomePage.tsx'), 'HomePage'),
})

const mySessions = createRoute({
  getParentRoute: () => root,
  path: '/me/sessions',
  component: lazyScreen(() => import('../features/platform/me/SessionsPage.tsx'), 'SessionsPage'),
})

const awayRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/away',
  loader: ({ context: { client } }) => void client.prefetchQuery(listMyDelegations()),
  component: lazyScreen(() => import('../features/platform/me/MyAbsencesPage.tsx'), 'MyAbsencesPage'),
})

const myNotifications = createRoute({
  getParentRoute: () => root,
  path: '/me/notifications',
  loader: ({ context: { client } }) => void client.prefetchQuery(getMyNotificationSettings()),
  component: lazyScreen(() => import('../features/platform/me/NotificationsPage.tsx'), 'NotificationsPage'),
})

const myFeedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  validateSearch: (search: Search) => ({ id: textParam(search.id), page: listSearch(search).page }),
  component: lazyScreen(() => import('../features/platform/feedback/MyFeedbackPage.tsx'), 'MyFeedbackPage'),
})

const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/signed-out',
  validateSearch: (search: Search) => ({ reason: textParam(search.reason) }),
  component: lazyScreen(() => import('../features/platform/session/SignedOutPage.tsx'), 'SignedOutPage'),
})

export const personalRoutes = [home, mySessions, awayRoute, myNotifications, myFeedback, signedOut] as const
