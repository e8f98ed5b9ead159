import { useQuery } from '@tanstack/react-query'
import { getAuditEvent } from '../../../api/auditQueries.ts'
import { paths } from '../../../paths.ts'
import { Outcome } from '../../../shared/activityOutcome.tsx'
import { contentDiff } from '../../../shared/contentDiff.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { ActorCell, Subject } from './auditColumns.tsx'
import { credentialLabel, describeAction, eventLabels } from './auditLabels.ts'
import { ChainProof } from './ChainProof.tsx'
import type { AuditEventDetail } from './types.ts'

export function EventDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const result = useQuery(getAuditEvent(id))
  const event = result.data
  return (
    <Drawer open size="lg" onOpenChange={(next) => !next && onClose()} title={event ? describeAction(event) : 'Audit event'}>
      {event ? <Facts event={event} /> : <Loading subject="the event" query={result} lines={10} />}
    </Drawer>
  )
}

function Facts({ event }: { event: AuditEventDetail }) {
  const { actor, erasure, subject, names } = event
  const setting = subject?.kind === 'setting' ? subject.id : null
  const rows = contentDiff(event.before, event.after, { names, setting })
  return (
    <div className="space-y-6">
      {event.chainLink && !event.chainLink.valid && (
        <Banner tone="bad" title={eventLabels.changed}>
          The content doesn’t match the hash in the chain, so it was changed outside Slipway. Verify the audit trail and compare it with a
          backup.
        </Banner>
      )}
      {erasure && (
        <Banner tone="info" title="Personal data was erased">
          <Link href={paths.audit({ id: erasure.eventId })}>Confirmed by {erasure.by}</Link>: {erasure.reason}
        </Banner>
      )}
      <KeyValues
        items={[
          { label: 'Time', value: <DateTime at={event.at} /> },
          { label: 'Outcome', value: <Outcome outcome={event.outcome} /> },
          { label: 'Actor', value: <ActorCell actor={actor} /> },
          {
            label: 'Credential',
            value: (
              <span className="flex flex-wrap items-center gap-x-2">
                {credentialLabel(actor.credential)}
                {actor.credential.includes(':') && <CopyId value={actor.credential.replace(/^\w+:/, '')} kind="credential" short />}
              </span>
            ),
          },
          { label: 'Target', value: <Subject subject={subject} /> },
          { label: 'Operation', value: <code className="font-mono text-sm">{event.operation}</code> },
          ...(event.reason ? [{ label: 'Reason', value: event.reason, wide: true }] : []),
          {
            label: 'Request',
            value: (
              <span className="flex flex-wrap items-center gap-x-2">
                <CopyId value={event.requestId} kind="request ID" short />
                <Link href={paths.audit({ filter: `request==${event.requestId}` })}>All events of this request</Link>
              </span>
            ),
          },
          { label: 'Event', value: <CopyId value={event.id} kind="event ID" short /> },
        ]}
      />
      <section aria-labelledby="audit-changes">
        <h3 id="audit-changes" className="mb-2 font-semibold">
          Before and after
        </h3>
        {rows.length > 0 ? (
          <Diff label="Before and after" rows={rows} />
        ) : (
          <p className="text-ink-2">
            {event.erased.includes('what')
              ? 'The content was erased.'
              : event.outcome === 'allowed'
                ? 'This action has no recorded values.'
                : 'Nothing changed.'}
          </p>
        )}
      </section>
      <ChainProof link={event.chainLink} />
    </div>
  )
}
