import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleCheckBig, ListChecks, TriangleAlert } from 'lucide-react'
import { listUserPendingAccessRequests } from '../../../api/accessQueries.ts'
import type { CallResult } from '../../../api/client.ts'
import { waitingForMe } from '../../../api/inboxQueries.ts'
import { countMyTasks } from '../../../api/me.ts'
import { listOwnershipGaps } from '../../../api/queries.ts'
import { listAccessReviews } from '../../../api/reviewQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { count } from '../../../shared/waits.ts'
import { subjectOf } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { homeLabels } from './homeLabels.ts'
import { OwnershipRows } from './OwnershipRows.tsx'
import { ReturnedRow } from './ReturnedRow.tsx'
import { SandboxAttentionRows, useSandboxesNeedingAttention } from './SandboxRows.tsx'
import { sortGaps } from './sortGaps.ts'
import { shownTasks, TaskRows } from './taskRows.tsx'

type RequestsQuery = UseQueryResult<CallResult<'listAccountRequests'>>
const max = 6

export function NeedsAttention({ me, requestsQuery }: { me: CallResult<'getMe'>; requestsQuery: RequestsQuery }) {
  const isAdmin = me.roles.includes('admin')
  const approvals = useQuery(waitingForMe())
  const counted = useQuery(countMyTasks())
  const accessRequests = useQuery(listUserPendingAccessRequests())
  const gaps = useQuery(listOwnershipGaps({ mine: true, size: 50 }))
  const reviews = useQuery(listAccessReviews({ show: 'decide', sort: 'dueAt', size: 50 }))
  const attention = useSandboxesNeedingAttention()
  const queries: UseQueryResult[] = [approvals, counted, requestsQuery, accessRequests, gaps, reviews, ...attention.queries]
  const failed = queries.filter(({ error, data }) => error && !data)
  const requests = requestsQuery.data?.items ?? []
  const returnedRequests = requests.filter(({ status }) => status === 'changes_requested')
  const returnedAccessRequests = accessRequests.data?.filter(({ status }) => status === 'changes_requested') ?? []
  const ownFailedRequests = isAdmin ? [] : requests.filter(({ runStatus }) => runStatus === 'failed')
  const pendingReviews = reviews.data?.items.filter(({ progress }) => progress.minePending > 0) ?? []
  const gapRows = sortGaps(gaps.data?.items ?? [], me)
  const namedGaps = gapRows.proposals.length + gapRows.owned.length
  const namedReturned = returnedRequests.length + returnedAccessRequests.length + attention.found.requests.length
  const tasks = shownTasks(counted.data?.tasks ?? [], isAdmin, {
    ownershipGaps: namedGaps,
    changesRequested: namedReturned,
    sandboxes: attention.found.sandboxes.length,
  })
  const total =
    (approvals.data?.total ?? 0) +
    namedReturned +
    ownFailedRequests.length +
    tasks.reduce((sum, { count: number }) => sum + number, 0) +
    namedGaps +
    pendingReviews.length +
    attention.found.sandboxes.length
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">
          {homeLabels.tasks} {total > 0 && !failed[0] && <Badge tone="busy">{total}</Badge>}
        </span>
      }
      actions={
        (approvals.data?.total ?? 0) > max && (
          <Button size="sm" variant="quiet" href={paths.approvals()}>
            View all {count(approvals.data?.total ?? 0, 'approval')}
          </Button>
        )
      }
    >
      {failed[0] && (
        <div className="p-4">
          <LoadError subject="your tasks" error={failed[0].error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
        </div>
      )}
      {!failed[0] && queries.some(({ isPending }) => isPending) ? (
        <div className="px-4 py-3">
          <SkeletonText lines={3} />
        </div>
      ) : total + gapRows.otherCount === 0 ? (
        !failed[0] && (
          <p className="flex items-center gap-2.5 px-4 py-4 text-ink-2">
            <CircleCheckBig size={18} aria-hidden className="text-ok" />
            You have no tasks.
          </p>
        )
      ) : (
        <ul className="divide-y divide-line">
          <TaskRows tasks={tasks} />
          {returnedRequests.map((request) => (
            <ReturnedRow key={request.id} href={paths.request(request.id)} title={`Edit ${request.name}`} request={request} />
          ))}
          {returnedAccessRequests.slice(0, max).map((request) => (
            <ReturnedRow
              key={request.id}
              href={paths.accessRequest(request.id)}
              title={`Edit your request for ${request.group.name}`}
              request={request}
            />
          ))}
          <OwnershipRows {...gapRows} />
          <SandboxAttentionRows {...attention.found} />
          {ownFailedRequests.map((request) => (
            <Row
              key={request.id}
              href={paths.request(request.id)}
              icon={TriangleAlert}
              tone="bad"
              title={`${request.name}: setup failed`}
              note={`${request.reference} · A setup step failed. Administrators have been notified.`}
              aside={<RelativeTime at={request.updatedAt} />}
            />
          ))}
          {pendingReviews.slice(0, max).map((review) => (
            <Row
              key={review.id}
              href={paths.accessReview(review.id)}
              icon={ListChecks}
              tone="busy"
              title={`${count(review.progress.minePending, 'membership')} to review`}
              note={`${review.name} · ${review.scope.name}`}
              aside={
                <>
                  due <RelativeTime at={review.dueAt} />
                </>
              }
            />
          ))}
          {approvals.data?.items.map((approval) => {
            const { name, title, detail, money } = subjectOf(approval)
            return (
              <Row
                key={approval.id}
                href={paths.approvals(approval.id)}
                icon={BadgeCheck}
                tone="busy"
                title={`Review ${name}`}
                note={[approval.requester.displayName, title ?? detail, !title && money && `${formatMoney(money, { round: true })} a month`]
                  .filter(Boolean)
                  .join(' · ')}
                aside={<RelativeTime at={approval.openedAt} />}
              />
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
