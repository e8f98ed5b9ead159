import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { AnswerBy, expiredBecause } from '../../../shared/AnswerBy.tsx'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

export function UpdateNext({ update }: { update: AccountUpdate }) {
  const [changing, setChanging] = useState(false)
  const vote = update.approvals
    .at(-1)
    ?.stages.flatMap((stage) => stage.decisions)
    .at(-1)
  const who = vote?.person.displayName ?? 'An approver'
  const comment = vote?.comment ? (
    <blockquote className="mt-1 border-l-3 border-line-mid pl-3 whitespace-pre-line text-ink">{vote.comment}</blockquote>
  ) : null
  if (update.status === 'changes_requested') {
    const mine = update.can.edit === true
    return (
      <Banner
        tone="warn"
        title={`${who} requested changes`}
        action={
          mine &&
          (update.kind === 'catalogue' ? (
            <Button variant="primary" href={paths.changeServices(update.account.id, update.id)}>
              Edit and resubmit
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setChanging(true)}>
              Edit and resubmit
            </Button>
          ))
        }
      >
        {changing && <ReasonDialog update={update} onOpenChange={setChanging} />}
        {comment}
        {!mine && <p className="mt-1">{update.requester.displayName} can edit and resubmit the change.</p>}
        <AnswerBy approvals={update.approvals} />
      </Banner>
    )
  }
  if (update.status === 'rejected') {
    return (
      <Banner tone="bad" title={`${who} rejected the change`}>
        {comment}
        <p className="mt-1">Nothing was changed.</p>
      </Banner>
    )
  }
  if (update.status === 'expired') return <Banner tone="warn" title={`${expiredBecause(update.approvals)}. Nothing was changed.`} />
  if (update.status === 'cancelled') return <Banner tone="neutral" title="Change withdrawn, nothing changed" />
  if (update.work?.status === 'failed') {
    const step = update.work.steps.find((one) => one.status === 'failed')
    return (
      <Banner tone="bad" title={step ? `Failed at “${step.title}”` : 'Applying the change failed'}>
        {step?.error && <p>{step.error}</p>}
        <p>
          {update.work.can.retry === true
            ? 'Fix the cause, then retry the step below.'
            : 'Administrators can see this and retry it. You don’t need a new request.'}
        </p>
      </Banner>
    )
  }
  return null
}
