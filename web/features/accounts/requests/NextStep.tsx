import { paths } from '../../../paths.ts'
import { approvalLabels } from '../../../shared/approvalLabels.ts'
import { lastVote, VoteComment } from '../../../shared/lastVote.tsx'
import { expiryTitle, ResubmitDeadline } from '../../../shared/ResubmitDeadline.tsx'
import type { AccountRequest } from '../../../shared/requestTypes.ts'
import { runActionLabels } from '../../../shared/runActionLabels.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { requestLabels } from './labels.ts'

export function NextStep({ request }: { request: AccountRequest }) {
  const vote = lastVote(request.approvals)
  if (request.status === 'changes_requested') {
    const isMine = request.can.edit === true
    return (
      <Banner
        tone="warn"
        title={approvalLabels.changesRequestedBy(vote?.person.displayName ?? 'An approver')}
        action={
          isMine && (
            <Button variant="primary" href={paths.editRequest(request.id)}>
              {requestLabels.edit}
            </Button>
          )
        }
      >
        <VoteComment vote={vote} />
        {!isMine && <p className="mt-1">{request.requester.displayName} can edit and resubmit the request.</p>}
        <ResubmitDeadline approvals={request.approvals} />
      </Banner>
    )
  }
  if (request.status === 'rejected') {
    return (
      <Banner tone="bad" title={`${vote?.person.displayName ?? 'An approver'} rejected the request`}>
        <VoteComment vote={vote} />
        <p className="mt-1">Nothing was created. Contact {vote?.person.displayName ?? 'the approver'}, or submit a different request.</p>
      </Banner>
    )
  }
  if (request.status === 'expired') {
    return (
      <Banner
        tone="warn"
        title={expiryTitle(request.approvals)}
        action={<Button href={paths.requestAccount()}>Submit a new request</Button>}
      >
        Nothing was created.
      </Banner>
    )
  }
  if (request.run?.cancellation) {
    const { by, reason } = request.run.cancellation
    return (
      <Banner tone="neutral" title={runActionLabels.cancelledBy(by)}>
        “{reason}”{' '}
        {request.status === 'cancelled'
          ? requestLabels.removed
          : 'Created resources are being removed, as shown below. You don’t need to do anything.'}
      </Banner>
    )
  }
  if (request.status === 'cancelled') return <Banner tone="neutral" title="Request withdrawn. Nothing was created." />
  if (request.run?.status === 'succeeded') {
    return (
      <Banner
        tone="ok"
        title={`${request.name} is ready`}
        action={
          request.accountId && (
            <Button variant="primary" href={paths.account(request.accountId)}>
              {requestLabels.openAccount}
            </Button>
          )
        }
      >
        The subscription, network, groups and records are ready.
      </Banner>
    )
  }
  if (request.run?.status === 'failed') {
    const step = request.run.steps.find((item) => item.status === 'failed')
    return (
      <Banner tone="bad" title={step ? requestLabels.failedAt(step.title) : 'Setup failed'}>
        {step?.error && <p>{step.error}</p>}
        <p>
          {request.run.can.retry === true
            ? 'Fix the cause, then retry the step below.'
            : 'Administrators can see this and retry the step. You don’t need to submit a new request.'}
        </p>
      </Banner>
    )
  }
  return null
}
