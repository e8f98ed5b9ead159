import { getRouteApi } from '@tanstack/react-router'
import { RequestsPage } from '../features/accounts/requests/RequestsPage.tsx'
import { MyRequestsPage } from '../features/platform/requests/MyRequestsPage.tsx'

const route = getRouteApi('/requests')

/** The reader’s own requests of all kinds, or all account requests that the reader can see. */
export function RequestsScreen() {
  return route.useSearch().show === 'all' ? <RequestsPage /> : <MyRequestsPage />
}
