import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { lastVote, VoteComment } from '../../../shared/lastVote.tsx'
import { expiryTitle, ResubmitDeadline } from '../../../shared/ResubmitDeadline.tsx'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { runActionLabels } from '../../../shared/runActionLabels.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

export function UpdateNextStep({ update }: { update: AccountUpdate }) {
  const [isChanging, setIsChanging] = useState(false)
  const vote = lastVote(update.approvals)
  const personName = vote?.person.displayName ?? 'An approver'
  if (update.status === 'changes_requested') {
    const isMine = update.can.edit === true
    return (
      <Banner
        tone="warn"
        title={`${personName} requested changes`}
        action={
          isMine &&
          (update.kind === 'catalogue' ? (
            <Button variant="primary" href={paths.changeServices(update.account.id, update.id)}>
              Edit and resubmit
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setIsChanging(true)}>
              Edit and resubmit
            </Button>
          ))
        }
      >
        {isChanging && <ReasonDialog update={update} onOpenChange={setIsChanging} />}
        <VoteComment vote={vote} />
        {!isMine && <p className="mt-1">{update.requester.displayName} can edit and resubmit the change.</p>}
        <ResubmitDeadline approvals={update.approvals} />
      </Banner>
    )
  }
  if (update.status === 'rejected') {
    return (
      <Banner tone="bad" title={`${personName} rejected the change`}>
        <VoteComment vote={vote} />
        <p className="mt-1">Nothing was changed.</p>
      </Banner>
    )
  }
  if (update.status === 'expired') return <Banner tone="warn" title={`${expiryTitle(update.approvals)}. Nothing was changed.`} />
  if (update.run?.cancellation) {
    const { by, reason } = update.run.cancellation
    return (
      <Banner tone="neutral" title={runActionLabels.cancelledBy(by)}>
        “{reason}”{' '}
        {update.status === 'cancelled' ? 'The account keeps its earlier services.' : 'The change is being rolled back, as shown below.'}
      </Banner>
    )
  }
  if (update.status === 'cancelled') return <Banner tone="neutral" title="Change withdrawn. Nothing was changed." />
  if (update.reversal && update.runStatus === 'succeeded') {
    return (
      <Banner tone="neutral" title={updateStatus(update).sentence}>
        {update.reversal.kind === 'undone'
          ? 'The account got its earlier access back.'
          : 'The account got its earlier access back. Its resources stay deleted.'}
      </Banner>
    )
  }
  if (update.run?.status === 'failed') {
    const step = update.run.steps.find((item) => item.status === 'failed')
    return (
      <Banner tone="bad" title={step ? `Failed at “${step.title}”` : 'Applying the change failed'}>
        {step?.error && <p>{step.error}</p>}
        <p>
          {update.run.can.retry === true
            ? 'Fix the cause, then retry the step below.'
            : 'Administrators can see this and retry the step. You don’t need to submit a new change.'}
        </p>
      </Banner>
    )
  }
  return null
}
