import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { describeWait } from '../../../shared/waits.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { type Comparison, comparisonLabels } from './comparison.ts'

const outcomes: Record<string, { tone: Tone; label: string }> = {
  approved: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'bad', label: 'Rejected' },
  changes_requested: { tone: 'warn', label: 'Changes requested' },
  pending_approval: { tone: 'warn', label: 'Resubmitted' },
  expired: { tone: 'neutral', label: 'Expired' },
  cancelled: { tone: 'neutral', label: 'Withdrawn' },
}

interface SimilarProps {
  similar: NonNullable<ApprovalWithEvidence['evidence']['similar']>
  comparison: Comparison
}

export function SimilarEvidence({ similar, comparison }: SimilarProps) {
  if (similar.length === 0) return <p className="text-ink-2">{comparisonLabels.noneEarlier(comparison)}</p>
  return (
    <>
      <p className="mb-2 text-sm text-ink-2">{comparisonLabels.earlier(comparison)}</p>
      <List similar={similar} />
    </>
  )
}

function List({ similar }: Pick<SimilarProps, 'similar'>) {
  return (
    <ul className="divide-y divide-line">
      {similar.map((item) => {
        const { tone, label } = outcomes[item.outcome] ?? { tone: 'neutral' as const, label: item.outcome }
        return (
          <li key={item.id} className="grid gap-x-4 gap-y-0.5 py-1.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_9rem_8rem]">
            <span className="min-w-0">
              <span className="block truncate font-medium">{item.name}</span>
              <span className="block truncate text-sm text-ink-2">{[item.requester, item.reference].filter(Boolean).join(' · ')}</span>
              {item.decidedBy && item.decidedBy.length > 0 && (
                <span className="block truncate text-sm text-ink-2">Decided by {item.decidedBy.join(', ')}</span>
              )}
            </span>
            <Status tone={tone}>{label}</Status>
            <span className="text-sm text-ink-2">
              <RelativeTime at={item.at} />
              <span className="block">after {describeWait(item.waitedHours)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
