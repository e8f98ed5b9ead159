import { paths } from '../../../paths.ts'
import { AnswerBy, expiredBecause } from '../../../shared/AnswerBy.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { AccessRequest } from './types.ts'

export function AccessRequestNext({ request }: { request: AccessRequest }) {
  const vote = request.approvals
    .at(-1)
    ?.stages.flatMap((stage) => stage.decisions)
    .at(-1)
  const who = vote?.person.displayName
  const words = vote?.comment ? (
    <blockquote className="mt-1 border-l-3 border-line-mid pl-3 whitespace-pre-line text-ink">{vote.comment}</blockquote>
  ) : null
  switch (request.status) {
    case 'changes_requested':
      return (
        <Banner tone="warn" title={`${who ?? 'An approver'} asks for changes`}>
          {words}
          <p className="mt-1">
            {request.can.edit === true
              ? 'Change it and send it again; the same people are asked once more.'
              : `${request.requester.displayName} can change it and send it again.`}
          </p>
          <AnswerBy approvals={request.approvals} />
        </Banner>
      )
    case 'rejected':
      return (
        <Banner tone="bad" title={`${who ?? 'An approver'} rejected it`}>
          {words}
          <p className="mt-1">
            {request.extends ? 'What was granted before stays as it is.' : 'Nobody was let in.'} Talk to {who ?? 'them'}, or ask for less.
          </p>
        </Banner>
      )
    case 'expired':
      return (
        <Banner
          tone="warn"
          title={expiredBecause(request.approvals)}
          action={<Button href={paths.findAccess(request.group.name)}>Ask again</Button>}
        >
          {request.extends ? 'The end stays where it was' : 'Nobody was let in'}, and nobody is asked any more.
        </Banner>
      )
    case 'cancelled':
      return <Banner tone="neutral" title="It was taken back. Nothing was changed." />
    case 'approved':
      return <Granted request={request} />
    default:
      return null
  }
}

function Granted({ request }: { request: AccessRequest }) {
  const { work, group, until } = request
  if (work?.status === 'failed') {
    const step = work.steps.find((one) => one.status === 'failed')
    return (
      <Banner tone="bad" title={step ? `Held up at “${step.title}”` : 'Letting in is held up'}>
        {step?.error && <p>{step.error}</p>}
        <p>
          {work.can.retry === true
            ? 'Mend what is said there, then try the step again below.'
            : 'Administrators see it and go on from there; you need not ask again.'}
        </p>
      </Banner>
    )
  }
  if (work && work.status !== 'succeeded') return null
  return (
    <Banner
      tone="ok"
      title={
        request.extends && !work ? `The end was moved for ${group.name}` : `${request.requester.displayName} was let into ${group.name}`
      }
    >
      {until && (
        <>
          It ends by itself on <DateTime at={until} />.
        </>
      )}
    </Banner>
  )
}
