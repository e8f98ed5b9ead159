import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getSandboxAccessRequest } from '../../../api/sandboxPageQueries.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { RequestNotThere, RequestWaiting } from '../../../shell/RequestStates.tsx'

const route = getRouteApi('/sandboxes/access-requests/$id')
const title = 'Sandbox access request'
const crumbs = [{ label: 'Sandboxes', href: paths.sandboxes() }]

/** Notifications link a request by its own id, so this page redirects to its sandbox. */
export function FindAccessRequestPage() {
  const { id } = route.useParams()
  const go = useNavigateTo()
  const { data, error, refetch } = useQuery(getSandboxAccessRequest(id))
  useEffect(() => {
    if (data) go(paths.sandbox(data.sandbox.id, 'people'), { replace: true })
  }, [data, go])
  if (error)
    return <RequestNotThere title={title} breadcrumbs={crumbs} listHref={paths.sandboxes()} error={error} onRetry={() => void refetch()} />
  return <RequestWaiting title={title} breadcrumbs={crumbs} />
}
