import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { getAccountUpdate, listPendingUpdates } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ApprovalStages } from '../../../shared/ApprovalStages.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { PriceChange } from '../../../shared/PriceChange.tsx'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { UpdateSummary } from '../../../shared/requestTypes.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { Button } from '../../../ui/Button.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { servicesLabels } from './labels.ts'
import { UpdateReason } from './UpdateReason.tsx'

export function OpenUpdates({ account }: { account: CallResult<'getAccount'> }) {
  const pending = useQuery(listPendingUpdates(account.id))
  if (pending.error && !pending.data) {
    return (
      <Panel title="Pending approval">
        <LoadError subject="pending changes" error={pending.error} onRetry={() => pending.refetch()} />
      </Panel>
    )
  }
  return pending.data?.map((update) => <OpenUpdate key={update.id} update={update} />)
}

function OpenUpdate({ update }: { update: UpdateSummary }) {
  const full = useQuery(getAccountUpdate(update.account.id, update.id))
  const round = full.data?.approvals.at(-1)
  return (
    <Panel
      title={update.title}
      description={<RequestStatus statusOf={updateStatus} request={update} />}
      actions={
        <Button size="sm" href={paths.accountUpdate(update.account.id, update.id)}>
          Open<span className="sr-only"> {update.reference}</span>
        </Button>
      }
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-2 text-ink-2">
        <span>{update.reference}</span>
        <span aria-hidden>·</span>
        <PersonChip person={update.requester} /> requested this <RelativeTime at={update.submittedAt} />
      </p>
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          {update.price && (
            <div className="mb-3">
              <PriceChange price={update.price} />
            </div>
          )}
          <Diff rows={update.diff} />
          <UpdateReason reason={update.reason} />
        </div>
        <div className="min-w-0">
          <h3 className="mb-2 text-sm font-semibold text-ink-2">{servicesLabels.approvers}</h3>
          {round ? <ApprovalStages approval={round} /> : <SkeletonText lines={3} />}
        </div>
      </div>
    </Panel>
  )
}
