import { ShieldCheck } from 'lucide-react'
import { RunTimeline } from '../../../shared/RunTimeline.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { fileName } from './downloadReview.ts'
import { reviewPageLabels } from './labels.ts'
import type { Review } from './types.ts'

export function ReviewResult({ review }: { review: Review }) {
  const { resolved, status } = review
  const figures = [
    { label: 'Removed', value: resolved.removed },
    { label: 'Kept', value: resolved.kept },
    { label: 'Already ended', value: resolved.gone },
    ...(status === 'closing' ? [{ label: 'Removing', value: resolved.pending }] : []),
    ...(resolved.failed > 0 ? [{ label: 'Removal failed', value: resolved.failed, bad: true }] : []),
  ]
  return (
    <Panel title={status === 'applied' ? 'Result' : 'Applying decisions'} description={<ClosedReview review={review} />}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(({ label, value, ...remaining }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className={cx('text-xl font-semibold tabular-nums', 'bad' in remaining && 'text-bad')}>{value}</dd>
          </div>
        ))}
      </dl>
      {status === 'closing' && review.run && (
        <div className="mt-4">
          <ApplyingReview review={review} run={review.run} />
        </div>
      )}
      {review.digest && (
        <div className="mt-4 flex gap-3 rounded-md border border-ok/20 bg-ok-soft p-3">
          <ShieldCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-ok" />
          <div className="min-w-0 text-sm">
            <p className="font-medium">{reviewPageLabels.sealed}</p>
            <p className="max-w-prose text-ink-2">
              Decisions and directory confirmations can no longer be changed. The SHA-256 of the downloaded file is also in the audit trail.
              Check a copy with <code className="font-mono wrap-anywhere">sha256sum {fileName(review)}</code>.
            </p>
            <p className="mt-1.5 min-w-0">
              <CopyId value={review.digest} kind="SHA-256 of the result" />
            </p>
          </div>
        </div>
      )}
    </Panel>
  )
}

function ClosedReview({ review: { closedAt, closedBy, appliedAt } }: { review: Review }) {
  return (
    <>
      {closedBy ? `Closed by ${closedBy.displayName}` : 'Closed on the due date'}
      {closedAt && (
        <>
          , <DateTime at={closedAt} />
        </>
      )}
      {appliedAt && (
        <>
          . Confirmed by the directory <DateTime at={appliedAt} />
        </>
      )}
    </>
  )
}

function ApplyingReview({ review, run }: { review: Review; run: NonNullable<Review['run']> }) {
  return <RunTimeline run={run} label={`Applying ${review.name}`} />
}
