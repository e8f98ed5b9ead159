import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { DateTime } from '../../../ui/Time.tsx'

type Evidence = ApprovalWithEvidence['evidence']

export function CurrentAccessEvidence({ holds, first }: { holds: NonNullable<Evidence['holds']>; first: string }) {
  if (holds.total === 0) return <p className="text-ink-2">{first} has no access through Slipway.</p>
  const remainingCount = holds.total - holds.items.length
  return (
    <>
      <ul className="divide-y divide-line">
        {holds.items.map((currentAccess) => (
          <li
            key={`${currentAccess.name} ${currentAccess.place}`}
            className="flex flex-wrap items-baseline gap-x-3 py-1.5 first:pt-0 last:pb-0"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">{currentAccess.name}</span>
              {currentAccess.place && <span className="text-ink-2"> in {currentAccess.place}</span>}
              {currentAccess.here && (
                <strong className="ml-2 rounded-sm bg-accent-soft px-1.5 py-px text-xs font-medium text-accent">here</strong>
              )}
            </span>
            <span className="text-sm text-ink-2">
              {currentAccess.until ? (
                <>
                  until <DateTime at={currentAccess.until} time={false} />
                </>
              ) : (
                'permanent'
              )}
            </span>
          </li>
        ))}
      </ul>
      {remainingCount > 0 && <p className="mt-1 text-sm text-ink-2">and {count(remainingCount, 'more', 'more')}.</p>}
    </>
  )
}
