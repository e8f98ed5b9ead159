import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Verification } from './types.ts'

export function VerificationPanel({ verification, total }: { verification: Verification; total: number }) {
  const { state, events, lastSeq, endedAt, requestedBy, findings } = verification
  const who = requestedBy ? `asked for by ${requestedBy}` : 'as every night'
  if (state === 'waiting' || state === 'running')
    return (
      <Panel title="Verification">
        <Progress
          label="Verifying the chain"
          value={total > 0 ? Math.min(1, events / total) : null}
          text={`${formatNumber(events)} of ${formatNumber(total)} events`}
        />
      </Panel>
    )
  const when = endedAt && (
    <>
      <RelativeTime at={endedAt} />, {who}
    </>
  )
  if (state === 'sound')
    return (
      <Banner tone="ok" title={`The trail is sound up to number ${formatNumber(lastSeq)}`}>
        Verified {when}. {count(events, 'event')} looked at: no change, no cut, no gap.
      </Banner>
    )
  if (state === 'failed')
    return (
      <Banner tone="warn" title="The last verification could not be finished">
        It was tried {when}. The log says why. Nothing was changed; verify again.
      </Banner>
    )
  return (
    <>
      <Banner
        tone="bad"
        title={`The trail is broken: ${findings.length === 100 ? 'a hundred or more places' : count(findings.length, 'place')}`}
      >
        Somebody changed it past Slipway, or a backup was played in. Keep the database as it is, export the evidence, and compare it with a
        backup. Found {when}.
      </Banner>
      <Panel title="What was found" flush>
        <ol className="divide-y divide-line">
          {findings.map(({ message, eventId, seq, part }) => (
            <li key={`${seq} ${eventId} ${part} ${message}`} className="px-4 py-2.5">
              <p>{message}</p>
              {eventId && <Link href={paths.audit({ id: eventId })}>Look at the event</Link>}
            </li>
          ))}
        </ol>
      </Panel>
    </>
  )
}
