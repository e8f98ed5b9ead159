import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/accounts/$id')

/** Which page the list on a tab of an account shows, as its address says, and how to go to another. */
export function useAccountPage() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const onPage = (to: { page: number }) =>
    void navigate({ search: (old) => ({ ...old, page: to.page > 1 ? to.page : undefined }), resetScroll: false })
  return { page, onPage }
}
