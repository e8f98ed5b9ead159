import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/accounts/$id')

export function useAccountPage() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const onPage = (to: { page: number }) =>
    void navigate({ search: (previous) => ({ ...previous, page: to.page > 1 ? to.page : undefined }), resetScroll: false })
  return { page, onPage }
}
