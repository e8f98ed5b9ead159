import { formatNumber } from '../../../ui/format.ts'
import type { AuditStatus } from './types.ts'

const width = 720

export function ChainDiagram({ status }: { status: AuditStatus }) {
  const { lastSeq, waiting, checkpoint, verification } = status
  const all = Math.max(1, lastSeq + waiting)
  const toPosition = (seq: number) => Math.max(seq > 0 ? 6 : 0, (seq / all) * width)
  const verifiedSeq = verification?.state === 'sound' ? verification.lastSeq : 0
  const signedSeq = checkpoint?.seq ?? 0
  const brokenSeqs = verification?.findings.flatMap(({ seq }) => (seq === null ? [] : [seq])) ?? []
  const parts = [
    {
      label: 'Verified',
      seq: verifiedSeq,
      className: 'fill-ok',
      y: 8,
      text: brokenSeqs.length > 0 ? 'Broken' : verifiedSeq > 0 ? `To ${formatNumber(verifiedSeq)}` : 'Not yet',
    },
    { label: 'Signed', seq: signedSeq, className: 'fill-accent', y: 40, text: signedSeq > 0 ? `To ${formatNumber(signedSeq)}` : 'Not yet' },
    {
      label: 'Chained',
      seq: lastSeq,
      className: 'fill-line-strong',
      y: 72,
      text: `To ${formatNumber(lastSeq)}${waiting > 0 ? `, ${formatNumber(waiting)} waiting` : ''}`,
    },
  ]
  return (
    <figure>
      <div className="space-y-2.5">
        {parts.map(({ label, seq, className, text }) => (
          <div key={label} className="grid grid-cols-[5.5rem_1fr] items-center gap-x-3 gap-y-0.5 sm:grid-cols-[5.5rem_1fr_12rem]">
            <span className="text-ink-2">{label}</span>
            <svg viewBox={`0 0 ${width} 14`} preserveAspectRatio="none" className="h-3.5 w-full" aria-hidden="true">
              <rect width={width} height="14" rx="3" className="fill-sunken stroke-line" />
              <rect width={toPosition(seq)} height="14" rx="3" className={className} />
              {label === 'Chained' &&
                brokenSeqs.map((index) => (
                  <rect key={index} x={Math.max(0, toPosition(index) - 3)} width="6" height="14" className="fill-bad" />
                ))}
            </svg>
            <span className="col-start-2 tabular-nums sm:col-start-auto">{text}</span>
          </div>
        ))}
      </div>
      <figcaption className="mt-2 text-sm text-ink-2">
        Each event contains the hash of the event before it. The last event is signed every minute or every 1,000 events, and the signature
        is stored elsewhere.
      </figcaption>
    </figure>
  )
}
