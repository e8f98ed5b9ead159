import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { integrityLabels } from './auditLabels.ts'
import type { Verification } from './types.ts'

export function VerificationPanel({ verification, total }: { verification: Verification; total: number }) {
  const { state, events, lastSeq, endedAt, requestedBy, findings } = verification
  const originText = requestedBy ? `requested by ${requestedBy}` : 'scheduled'
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
  const timeText = endedAt && (
    <>
      <RelativeTime at={endedAt} />, {originText}
    </>
  )
  if (state === 'sound')
    return (
      <Banner tone="ok" title={`${integrityLabels.intact} ${formatNumber(lastSeq)}`}>
        Verified {timeText}. {count(events, 'event')} checked: none changed, removed or missing.
      </Banner>
    )
  if (state === 'failed')
    return (
      <Banner tone="warn" title="The last verification failed">
        Started {timeText}. Nothing was changed. Check the server log for the cause, then verify again.
      </Banner>
    )
  return (
    <>
      <Banner tone="bad" title={integrityLabels.broken(findings.length)}>
        The trail was changed outside Slipway, or a backup was restored. Export the evidence, compare it with a backup, and don’t change the
        database. Verified {timeText}.
      </Banner>
      <Panel title="Findings" flush>
        <ol className="divide-y divide-line">
          {findings.map(({ message, eventId, seq, part }) => (
            <li key={`${seq} ${eventId} ${part} ${message}`} className="px-4 py-2.5">
              <p>{message}</p>
              {eventId && <Link href={paths.audit({ id: eventId })}>{integrityLabels.openEvent}</Link>}
            </li>
          ))}
        </ol>
      </Panel>
    </>
  )
}
