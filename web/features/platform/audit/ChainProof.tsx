import { Link2, Signature } from 'lucide-react'
import { CopyId } from '../../../ui/CopyId.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { integrityLabels } from './auditLabels.ts'
import type { AuditEventDetail } from './types.ts'

export function ChainProof({ link }: { link: AuditEventDetail['chainLink'] }) {
  return (
    <section aria-labelledby="audit-proof">
      <h3 id="audit-proof" className="mb-2 flex items-center gap-2 font-semibold">
        <Link2 size={16} aria-hidden className="text-ink-2" />
        Chain proof
      </h3>
      {link ? (
        <KeyValues
          items={[
            { label: 'Event number', value: <span className="tabular-nums">{formatNumber(link.seq)}</span> },
            {
              label: 'Integrity',
              value: <Status tone={link.valid ? 'ok' : 'bad'}>{link.valid ? integrityLabels.unchanged : integrityLabels.changed}</Status>,
            },
            { label: 'Hash', value: <CopyId value={link.hash} kind="hash" /> },
            { label: 'Previous hash', value: <CopyId value={link.previousHash} kind="hash" /> },
            {
              label: 'Signed',
              wide: true,
              value: link.checkpoint ? (
                <span className="block min-w-0 space-y-0.5">
                  <span className="flex items-center gap-2">
                    <Signature size={15} aria-hidden className="shrink-0 text-ok" />
                    <span>
                      at event {formatNumber(link.checkpoint.seq)}, <DateTime at={link.checkpoint.at} />
                    </span>
                  </span>
                  <CopyId value={link.checkpoint.signature} kind="signature" />
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
