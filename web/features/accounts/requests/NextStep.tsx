import { paths } from '../../../paths.ts'
import { AnswerBy, expiredBecause } from '../../../shared/AnswerBy.tsx'
import type { AccountRequest } from '../../../shared/requestTypes.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'

export function NextStep({ request }: { request: AccountRequest }) {
  const round = request.approvals.at(-1)
  const vote = round?.stages.flatMap((stage) => stage.decisions).at(-1)
  const words = vote?.comment ? (
    <blockquote className="mt-1 border-l-3 border-line-mid pl-3 whitespace-pre-line text-ink">{vote.comment}</blockquote>
  ) : null
  if (request.status === 'changes_requested') {
    const mine = request.can.edit === true
    return (
      <Banner
        tone="warn"
        title={`${vote?.person.displayName ?? 'An approver'} asks for changes`}
        action={
          mine && (
            <Button variant="primary" href={paths.editRequest(request.id)}>
              Change and send again
            </Button>
          )
        }
      >
        {words}
        {!mine && <p className="mt-1">{request.requester.displayName} can change it and send it again.</p>}
        <AnswerBy approvals={request.approvals} />
      </Banner>
    )
  }
  if (request.status === 'rejected') {
    return (
      <Banner tone="bad" title={`${vote?.person.displayName ?? 'An approver'} rejected it`}>
        {words}
        <p className="mt-1">Nothing was built. Talk to {vote?.person.displayName ?? 'them'}, or ask anew in another way.</p>
      </Banner>
    )
  }
  if (request.status === 'expired') {
    return (
      <Banner tone="warn" title={expiredBecause(request.approvals)} action={<Button href={paths.requestAccount()}>Ask again</Button>}>
        Nothing was built, and nobody is asked any more.
      </Banner>
    )
  }
  if (request.work?.calledOff) {
    const { by, reason } = request.work.calledOff
    return (
      <Banner tone="neutral" title={`${by} called it off`}>
        “{reason}”{' '}
        {request.status === 'cancelled'
          ? 'Nothing of it is left, and its name is free again.'
          : 'What was built is taken back now, step by step below; you need not do anything.'}
      </Banner>
    )
  }
  if (request.status === 'cancelled') return <Banner tone="neutral" title="It was taken back. Nothing was built." />
  if (request.work?.status === 'succeeded') {
    return (
      <Banner
        tone="ok"
        title={`${request.name} is ready`}
        action={
          request.accountId && (
            <Button variant="primary" href={paths.account(request.accountId)}>
              Open the account
            </Button>
          )
        }
      >
        The subscription, its network, its groups and its records are in place.
      </Banner>
    )
  }
  if (request.work?.status === 'failed') {
    const step = request.work.steps.find((one) => one.status === 'failed')
    return (
      <Banner tone="bad" title={step ? `Held up at “${step.title}”` : 'Building is held up'}>
        {step?.error && <p>{step.error}</p>}
        <p>
          {request.work.can.retry === true
            ? 'Mend what is said there, then try the step again below.'
            : 'Administrators see it and go on from there; you need not ask again.'}
        </p>
      </Banner>
    )
  }
  return null
}
