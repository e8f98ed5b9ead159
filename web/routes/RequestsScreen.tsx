import { getRouteApi } from '@tanstack/react-router'
import { RequestsPage } from '../features/accounts/requests/RequestsPage.tsx'
import { MyRequestsPage } from '../features/platform/requests/MyRequestsPage.tsx'

const route = getRouteApi('/requests')

export function RequestsScreen() {
  return route.useSearch().show === 'all' ? <RequestsPage /> : <MyRequestsPage />
}
