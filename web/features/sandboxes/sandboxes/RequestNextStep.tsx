import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { paths } from '../../../paths.ts'
import { approvalLabels } from '../../../shared/approvalLabels.ts'
import { lastVote, VoteComment } from '../../../shared/lastVote.tsx'
import { expiryTitle, ResubmitDeadline } from '../../../shared/ResubmitDeadline.tsx'
import { SubjectDeadline } from '../../../shared/SubjectDeadline.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { RelativeTime } from '../../../ui/Time.tsx'
import { deadlineOf } from './extensionDeadline.ts'
import { describeExtension } from './extensionLabels.ts'
import { queuePosition } from './labels.ts'
import { requestPageLabels } from './pageLabels.ts'
import type { SandboxRequest } from './types.ts'

export function RequestNextStep({ request }: { request: SandboxRequest }) {
  const vote = lastVote(request.approvals)
  const personName = vote?.person.displayName
  const isExtension = request.kind === 'extension'
  switch (request.status) {
    case 'changes_requested': {
      const isMine = request.can.edit === true
      return (
        <Banner
          tone="warn"
          title={approvalLabels.changesRequestedBy(personName ?? 'An approver')}
          action={
            isMine &&
            !isExtension && (
              <Button variant="primary" href={paths.editSandboxRequest(request.id)}>
                {requestPageLabels.resubmit}
              </Button>
            )
          }
        >
          <VoteComment vote={vote} />
          {isMine && isExtension && <p className="mt-1">Edit and resubmit the request above. The same approvers review it again.</p>}
          {!isMine && <p className="mt-1">{request.requester.displayName} can edit and resubmit the request.</p>}
          <ResubmitDeadline approvals={request.approvals} />
        </Banner>
      )
    }
    case 'rejected':
      return (
        <Banner tone="bad" title={`Rejected by ${personName ?? 'an approver'}`}>
          <VoteComment vote={vote} />
          <p className="mt-1">
            {isExtension ? 'The sandbox keeps its end date and budget.' : 'Nothing was created.'} Contact {personName ?? 'the approver'}, or
            request a shorter lease or smaller budget.
          </p>
        </Banner>
      )
    case 'expired':
      return (
        <Banner
          tone="warn"
          title={expiryTitle(request.approvals)}
          action={!isExtension && <Button href={paths.requestSandbox(request.template.id)}>Request again</Button>}
        >
          {isExtension ? 'The sandbox keeps its end date and budget.' : 'Nothing was created.'}
        </Banner>
      )
    case 'cancelled':
      return <Banner tone="neutral" title={requestPageLabels.withdrawn} />
    case 'approved':
      return isExtension ? <ExtendedLease request={request} /> : <CreatedSandbox request={request} />
    case 'pending_approval': {
      const deadline = deadlineOf(request)
      return deadline && <SubjectDeadline deadline={deadline} />
    }
    default:
      return null
  }
}

function OpenSandboxLink({ request, primary }: { request: SandboxRequest; primary?: boolean }) {
  if (!request.sandboxId) return null
  return (
    <Button {...(primary && { variant: 'primary' as const })} href={paths.sandbox(request.sandboxId)}>
      {requestPageLabels.open}
    </Button>
  )
}

function ExtendedLease({ request }: { request: SandboxRequest }) {
  return (
    <Banner tone="ok" title="Sandbox extended" action={<OpenSandboxLink request={request} />}>
      {describeExtension(request.hours, request.budget.amount > 0 ? formatMoney(request.budget, { strip: true }) : undefined)}
    </Banner>
  )
}

function CreatedSandbox({ request }: { request: SandboxRequest }) {
  switch (request.sandboxStatus) {
    case 'queued':
      return (
        <Banner tone="info" title={sandboxStatusLabels.queued} action={<OpenSandboxLink request={request} />}>
          {request.queue && `${queuePosition(request.queue.position)}. `}
          {request.queue?.estimatedAt ? (
            <>
              Capacity is expected <RelativeTime at={request.queue.estimatedAt} />. Setup then starts automatically, and the lease starts
              when the sandbox is ready.
            </>
          ) : (
            'Setup starts automatically when there is capacity. The lease starts when the sandbox is ready.'
          )}
        </Banner>
      )
    case 'failed': {
      const step = request.run?.steps.find((item) => item.status === 'failed')
      return (
        <Banner tone="bad" title={step ? `${sandboxStatusLabels.failed} at “${step.title}”` : sandboxStatusLabels.failed}>
          {step?.error && <p>{step.error}</p>}
          <p>Administrators have been notified. You don’t need to submit a new request.</p>
        </Banner>
      )
    }
    case 'active':
    case 'expiring':
      return (
        <Banner tone="ok" title={requestPageLabels.ready(request.name)} action={<OpenSandboxLink request={request} primary />}>
          Owners and members can use the sandbox now.
        </Banner>
      )
    case 'frozen':
    case 'deleting':
    case 'quarantined':
      return <Banner tone="info" title="The sandbox page shows the current status" action={<OpenSandboxLink request={request} primary />} />
    case 'deleted':
      return (
        <Banner
          tone="neutral"
          title="Sandbox deleted"
          action={<Button href={paths.requestSandbox(request.template.id)}>Request another sandbox</Button>}
        />
      )
    default:
      return null
  }
}
