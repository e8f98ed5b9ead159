import { paths } from '../../../paths.ts'
import { AnswerBy, expiredBecause } from '../../../shared/AnswerBy.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { SandboxRequest } from './types.ts'
import { ordinal, spanWords } from './words.ts'

export function RequestNext({ request }: { request: SandboxRequest }) {
  const vote = request.approvals
    .at(-1)
    ?.stages.flatMap((stage) => stage.decisions)
    .at(-1)
  const who = vote?.person.displayName
  const more = request.kind === 'extension'
  const words = vote?.comment ? (
    <blockquote className="mt-1 border-l-3 border-line-mid pl-3 whitespace-pre-line text-ink">{vote.comment}</blockquote>
  ) : null
  switch (request.status) {
    case 'changes_requested': {
      const mine = request.can.edit === true
      return (
        <Banner
          tone="warn"
          title={`${who ?? 'An approver'} asks for changes`}
          action={
            mine &&
            !more && (
              <Button variant="primary" href={paths.editSandboxRequest(request.id)}>
                Change and send again
              </Button>
            )
          }
        >
          {words}
          {mine && more && <p className="mt-1">Change it above and send it again; the same people are asked once more.</p>}
          {!mine && <p className="mt-1">{request.requester.displayName} can change it and send it again.</p>}
          <AnswerBy approvals={request.approvals} />
        </Banner>
      )
    }
    case 'rejected':
      return (
        <Banner tone="bad" title={`${who ?? 'An approver'} rejected it`}>
          {words}
          <p className="mt-1">
            {more ? 'The sandbox keeps the end and the budget it had.' : 'Nothing was made.'} Talk to {who ?? 'them'}, or ask for less.
          </p>
        </Banner>
      )
    case 'expired':
      return (
        <Banner
          tone="warn"
          title={expiredBecause(request.approvals)}
          action={!more && <Button href={paths.requestSandbox(request.template.id)}>Ask again</Button>}
        >
          {more ? 'The sandbox keeps the end and the budget it had' : 'Nothing was made'}, and nobody is asked any more.
        </Banner>
      )
    case 'cancelled':
      return <Banner tone="neutral" title="It was taken back. Nothing was changed." />
    case 'approved':
      return more ? <Extended request={request} /> : <Made request={request} />
    default:
      return null
  }
}

function OpenIt({ request, primary }: { request: SandboxRequest; primary?: boolean }) {
  if (!request.sandboxId) return null
  return (
    <Button {...(primary && { variant: 'primary' as const })} href={paths.sandbox(request.sandboxId)}>
      Open the sandbox
    </Button>
  )
}

function Extended({ request }: { request: SandboxRequest }) {
  return (
    <Banner tone="ok" title="It has been extended" action={<OpenIt request={request} />}>
      {request.hours > 0 ? `${spanWords(request.hours)} were added to its time.` : 'Its end stays where it was; its budget has grown.'}
    </Banner>
  )
}

function Made({ request }: { request: SandboxRequest }) {
  switch (request.sandboxStatus) {
    case 'queued':
      return (
        <Banner
          tone="info"
          title={request.queue ? `${ordinal(request.queue.position)} in the queue` : 'It waits for a free place'}
          action={<OpenIt request={request} />}
        >
          {request.queue?.estimatedAt ? (
            <>
              All places are taken. One is probably free <RelativeTime at={request.queue.estimatedAt} />; it is then set up by itself, and
              its time begins when it is ready.
            </>
          ) : (
            'All places are taken. It is set up by itself as soon as one is free, and its time begins when it is ready.'
          )}
        </Banner>
      )
    case 'failed': {
      const step = request.work?.steps.find((one) => one.status === 'failed')
      return (
        <Banner tone="bad" title={step ? `Held up at “${step.title}”` : 'Setting it up is held up'}>
          {step?.error && <p>{step.error}</p>}
          <p>Administrators see it and go on from there; you need not ask again.</p>
        </Banner>
      )
    }
    case 'active':
    case 'expiring':
      return (
        <Banner tone="ok" title={`${request.name} is ready`} action={<OpenIt request={request} primary />}>
          Its owners and members can use it now.
        </Banner>
      )
    case 'frozen':
    case 'deleting':
    case 'quarantined':
      return <Banner tone="info" title="It was ready; its page says how it stands now" action={<OpenIt request={request} primary />} />
    case 'deleted':
      return (
        <Banner
          tone="neutral"
          title="It was ready, and has ended"
          action={<Button href={paths.requestSandbox(request.template.id)}>Ask for another</Button>}
        />
      )
    default:
      return null
  }
}
