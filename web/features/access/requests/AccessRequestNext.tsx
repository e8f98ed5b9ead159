import { paths } from '../../../paths.ts'
import { lastVote, VoteComment } from '../../../shared/lastVote.tsx'
import { expiryTitle, ResubmitDeadline } from '../../../shared/ResubmitDeadline.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { AccessRequest } from './types.ts'

export function AccessRequestNext({ request }: { request: AccessRequest }) {
  const vote = lastVote(request.approvals)
  const personName = vote?.person.displayName
  switch (request.status) {
    case 'changes_requested':
      return (
        <Banner tone="warn" title={`${personName ?? 'An approver'} requested changes`}>
          <VoteComment vote={vote} />
          <p className="mt-1">
            {request.can.edit === true
              ? 'Edit and resubmit the request. The same approvers review it again.'
              : `${request.requester.displayName} can edit and resubmit the request.`}
          </p>
          <ResubmitDeadline approvals={request.approvals} />
        </Banner>
      )
    case 'rejected':
      return (
        <Banner tone="bad" title={`${personName ?? 'An approver'} rejected this request`}>
          <VoteComment vote={vote} />
          <p className="mt-1">
            {request.extends ? 'The current access and its end date stay the same.' : 'No access was granted.'} Contact{' '}
            {personName ?? 'the approver'}, or request a group with fewer permissions.
          </p>
        </Banner>
      )
    case 'expired':
      return (
        <Banner
          tone="warn"
          title={expiryTitle(request.approvals)}
          action={<Button href={paths.findAccess(request.group.name)}>Request again</Button>}
        >
          {request.extends ? 'The end date stays the same.' : 'No access was granted.'} Approvers can no longer decide.
        </Banner>
      )
    case 'cancelled':
      return <Banner tone="neutral" title="Request withdrawn. Nothing was changed." />
    case 'approved':
      return <GrantedAccess request={request} />
    default:
      return null
  }
}

function GrantedAccess({ request }: { request: AccessRequest }) {
  const { run, group, until } = request
  if (run?.status === 'failed') {
    const step = run.steps.find((item) => item.status === 'failed')
    return (
      <Banner tone="bad" title={step ? `Failed at “${step.title}”` : 'Granting access failed'}>
        {step?.error && <p>{step.error}</p>}
        <p>
          {run.can.retry === true
            ? 'Fix the cause, then retry the step below.'
            : 'Administrators can see this and retry the step. You don’t need to submit a new request.'}
        </p>
      </Banner>
    )
  }
  if (run && run.status !== 'succeeded') return null
  return (
    <Banner
      tone="ok"
      title={request.extends && !run ? `Access to ${group.name} extended` : `${request.requester.displayName} added to ${group.name}`}
    >
      {until && (
        <>
          Access ends automatically on <DateTime at={until} />.
        </>
      )}
    </Banner>
  )
}
