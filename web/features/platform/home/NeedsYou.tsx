import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleCheckBig, ListChecks, PencilLine, TriangleAlert, UserRoundPlus, UsersRound } from 'lucide-react'
import { listUserPendingAccessRequests } from '../../../api/accessQueries.ts'
import type { CallResult } from '../../../api/client.ts'
import { waitingForMe } from '../../../api/inboxQueries.ts'
import { countMyTasks } from '../../../api/me.ts'
import { listOwnershipGaps } from '../../../api/queries.ts'
import { listAccessReviews } from '../../../api/reviewQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/Failed.tsx'
import { count } from '../../../shared/waits.ts'
import { subjectOf } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { GapActions } from '../../accounts/ownership/GapActions.tsx'
import { describeGap } from '../../accounts/ownership/gapLabels.ts'
import { SandboxAttentionRows, useSandboxesNeedingAttention } from './SandboxRows.tsx'
import { shownTasks, TaskRows } from './taskRows.tsx'

type Requests = CallResult<'listAccountRequests'>['items']
const max = 6

export function NeedsAttention({ me, requests }: { me: CallResult<'getMe'>; requests: Requests | undefined }) {
  const approvals = useQuery(waitingForMe())
  const isAdmin = me.roles.includes('admin')
  const counted = useQuery(countMyTasks())
  const tasks = shownTasks(counted.data?.tasks ?? [], isAdmin)
  const returnedRequests = requests?.filter(({ status }) => status === 'changes_requested') ?? []
  const returnedAccessRequests =
    useQuery(listUserPendingAccessRequests()).data?.filter(({ status }) => status === 'changes_requested') ?? []
  const ownFailedRequests = isAdmin ? [] : (requests?.filter(({ workStatus }) => workStatus === 'failed') ?? [])
  const gaps = useQuery(listOwnershipGaps({ mine: true, size: 50 }))
  const ownershipProposals = gaps.data?.items.filter(({ role }) => role === 'proposed') ?? []
  // Moves of other owners are shown on the account’s page, and gaps in accounts that the reader only leads are summed up in one line.
  const ownedAccountsWithGap =
    gaps.data?.items.filter(({ role, reason, person }) => role === 'owner' && (reason === 'left' || person.id === me.id)) ?? []
  const reviews = useQuery(listAccessReviews({ show: 'decide', sort: 'dueAt', size: 50 }))
  const pendingReviews = reviews.data?.items.filter(({ progress }) => progress.minePending > 0) ?? []
  const needingAttention = useSandboxesNeedingAttention()
  // An administrator gets the number of all accounts instead.
  const otherCount = isAdmin
    ? 0
    : (gaps.data?.items.filter(({ role, reason }) => reason === 'left' && role !== 'proposed' && role !== 'owner').length ?? 0)
  const total =
    (approvals.data?.total ?? 0) +
    returnedRequests.length +
    returnedAccessRequests.length +
    ownFailedRequests.length +
    tasks.reduce((sum, { count: number }) => sum + number, 0) +
    ownershipProposals.length +
    ownedAccountsWithGap.length +
    pendingReviews.length +
    needingAttention.sandboxes.length +
    needingAttention.requests.length
  const isWaiting = !approvals.data || !requests || counted.isPending
  return (
    <Panel
      flush
      title={<span className="flex items-center gap-2">Your tasks {total > 0 && <Badge tone="busy">{total}</Badge>}</span>}
      actions={
        (approvals.data?.total ?? 0) > max && (
          <Button size="sm" variant="quiet" href={paths.approvals()}>
            View all {formatNumber(approvals.data?.total ?? 0)}
          </Button>
        )
      }
    >
      {approvals.error && !approvals.data ? (
        <div className="p-4">
          <LoadError what="your tasks" error={approvals.error} onRetry={() => void approvals.refetch()} />
        </div>
      ) : isWaiting ? (
        <div className="px-4 py-3">
          <SkeletonText lines={3} />
        </div>
      ) : total === 0 && otherCount === 0 ? (
        <p className="flex items-center gap-2.5 px-4 py-4 text-ink-2">
          <CircleCheckBig size={18} aria-hidden className="text-ok" />
          You have no tasks.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          <TaskRows tasks={tasks} />
          {returnedRequests.map((request) => (
            <Row
              key={request.id}
              href={paths.request(request.id)}
              icon={PencilLine}
              tone="warn"
              title={`Edit ${request.name}`}
              note={`${request.reference} · changes requested`}
              aside={<RelativeTime at={request.updatedAt} />}
            />
          ))}
          {returnedAccessRequests.slice(0, max).map((request) => (
            <Row
              key={request.id}
              href={paths.accessRequest(request.id)}
              icon={PencilLine}
              tone="warn"
              title={`Edit your request for ${request.group.name}`}
              note={`${request.reference} · changes requested`}
              aside={<RelativeTime at={request.updatedAt} />}
            />
          ))}
          {ownershipProposals.slice(0, max).map((gap) => (
            <Row
              key={gap.id}
              href={paths.account(gap.account.id)}
              icon={UserRoundPlus}
              tone="warn"
              title={`Become an owner of ${gap.account.name}?`}
              note={`${describeGap(gap)} · ${gap.family.name}`}
              actions={<GapActions gap={gap} brief />}
            />
          ))}
          {ownedAccountsWithGap.slice(0, max).map((gap) => (
            <Row
              key={gap.id}
              href={paths.account(gap.account.id)}
              icon={UserRoundPlus}
              tone="warn"
              title={gap.reason === 'left' ? `${gap.account.name} needs another owner` : `Do you still own ${gap.account.name}?`}
              note={gap.reason === 'left' ? describeGap(gap) : 'You moved to another department'}
              {...(gap.reason === 'left' ? { aside: <RelativeTime at={gap.openedAt} /> } : { actions: <GapActions gap={gap} brief /> })}
            />
          ))}
          {otherCount > 0 && (
            <Row
              href={paths.ownership()}
              icon={UsersRound}
              tone="info"
              title={`${count(otherCount, 'account')} you’re responsible for ${otherCount === 1 ? 'needs' : 'need'} another owner`}
              note="We’ve notified the proposed owners. You can also become an owner or propose a person."
            />
          )}
          <SandboxAttentionRows {...needingAttention} />
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
