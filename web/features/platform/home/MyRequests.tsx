import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listMyRequestsPendingApproval } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { requestStatus } from '../../../shared/requestStatus.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { homeSubjects } from './homeLabels.ts'
import { WaitingRow, waitingSince } from './WaitingRow.tsx'

/**
 * An account request stays in the list until the account has its budget, other requests until they are decided. Changes of policies are on
 * their own page.
 */
export function MyRequests({ requestsQuery }: { requestsQuery: UseQueryResult<CallResult<'listAccountRequests'>> }) {
  const pendingRequests = useQuery(listMyRequestsPendingApproval())
  const queries: UseQueryResult[] = [requestsQuery, pendingRequests]
  const failed = queries.filter(({ error, data }) => error && !data)
  const otherRequests =
    pendingRequests.data?.filter(({ subjectKind }) => subjectKind !== 'accountRequest' && subjectKind !== 'policyChange') ?? []
  const open = requestsQuery.data?.items.filter(
    ({ status, runStatus, budgetRunStatus }) =>
      status !== 'approved' || (runStatus !== null && (runStatus !== 'succeeded' || budgetRunStatus !== null)),
  )
  return (
    <Panel
      title="My requests"
      flush
      actions={
        <Button size="sm" variant="quiet" href={paths.requests()}>
          View all<span className="sr-only"> my requests</span>
        </Button>
      }
    >
      {failed[0] ? (
        <div className="p-4">
          <LoadError
            subject={homeSubjects.requests}
            error={failed[0].error}
            onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          />
        </div>
      ) : !open || pendingRequests.isPending ? (
        <div className="px-4 py-3">
          <SkeletonText lines={2} />
        </div>
      ) : open.length + otherRequests.length === 0 ? (
        <p className="px-4 py-4 text-ink-2">You have no open requests.</p>
      ) : (
        <ul className="divide-y divide-line">
          {open.map((request) => {
            const approval = pendingRequests.data?.find(({ subjectId }) => subjectId === request.id)
            const since = (approval && waitingSince(approval)) ?? request.updatedAt
            const { tone, icon, sentence } = requestStatus(request, { since, me: request.requester.id })
            return (
              <Row
                key={request.id}
                href={paths.request(request.id)}
                title={request.name}
                note={
                  <Status tone={tone} icon={icon} wraps>
                    {sentence}
                  </Status>
                }
                aside={request.reference}
              />
            )
          })}
          {otherRequests.map((item) => (
            <WaitingRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
