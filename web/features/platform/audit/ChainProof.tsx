import { Link2, Signature } from 'lucide-react'
import { CopyId } from '../../../ui/CopyId.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { AuditEventDetail } from './types.ts'

export function ChainProof({ place }: { place: AuditEventDetail['place'] }) {
  return (
    <section aria-labelledby="audit-proof">
      <h3 id="audit-proof" className="mb-2 flex items-center gap-2 font-semibold">
        <Link2 size={16} aria-hidden className="text-ink-2" />
        Chain proof
      </h3>
      {place ? (
        <KeyValues
          items={[
            { label: 'Event number', value: <span className="tabular-nums">{formatNumber(place.seq)}</span> },
            {
              label: 'Integrity',
              value: <Status tone={place.holds ? 'ok' : 'bad'}>{place.holds ? 'Unchanged' : 'Changed'}</Status>,
            },
            { label: 'Hash', value: <CopyId value={place.hash} kind="hash" /> },
            { label: 'Previous hash', value: <CopyId value={place.previousHash} kind="hash" /> },
            {
              label: 'Signed',
              wide: true,
              value: place.checkpoint ? (
                <span className="block min-w-0 space-y-0.5">
                  <span className="flex items-center gap-2">
                    <Signature size={15} aria-hidden className="shrink-0 text-ok" />
                    <span>
                      at event {formatNumber(place.checkpoint.seq)}, <DateTime at={place.checkpoint.at} />
                    </span>
                  </span>
                  <CopyId value={place.checkpoint.signature} kind="signature" />
                </span>
              ) : (
                'Within one minute'
              ),
            },
          ]}
        />
      ) : (
        <p className="text-ink-2">This event is added to the chain within a few seconds.</p>
      )}
    </section>
  )
}
