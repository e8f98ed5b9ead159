import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getSandboxAccessRequest } from '../../../api/sandboxPageQueries.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { RequestLoading, RequestNotFound } from '../../../shell/RequestStates.tsx'

const route = getRouteApi('/sandboxes/access-requests/$id')
const title = 'Sandbox access request'
const crumbs = [{ label: 'Sandboxes', href: paths.sandboxes() }]

/** Notifications contain only the request’s ID, so this page redirects to the sandbox. */
export function FindAccessRequestPage() {
  const { id } = route.useParams()
  const navigateTo = useNavigateTo()
  const { data, error, refetch } = useQuery(getSandboxAccessRequest(id))
  useEffect(() => {
    if (data) navigateTo(paths.sandbox(data.sandbox.id, 'people'), { replace: true })
  }, [data, navigateTo])
  if (error)
    return <RequestNotFound title={title} breadcrumbs={crumbs} listHref={paths.sandboxes()} error={error} onRetry={() => void refetch()} />
  return <RequestLoading title={title} breadcrumbs={crumbs} />
}
