import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { type Action, actionLabel, actionsOf, type Difference, outcomeOf } from './driftLabels.ts'

interface DifferenceRowProps {
  item: Difference
  chosen: boolean
  onChoose: (isOn: boolean) => void
  onResolve: (action: Action) => void
}

export function DifferenceRow({ item, chosen, onChoose, onResolve }: DifferenceRowProps) {
  const open = item.status === 'open'
  const outcome = outcomeOf(item)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-80 gap-3">
        {open && (
          <input
            type="checkbox"
            className="tick mt-0.5 shrink-0"
            aria-label={`Select: ${item.summary}`}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{item.summary}</p>
          <p className="text-sm text-ink-2">
            {describeDifference(item)} · found <RelativeTime at={item.firstSeenAt} />
            {item.kind === 'removed' && open && (
              <>
                {' '}
                · granted{' '}
                {item.grantedUntil ? (
                  <>
                    until <DateTime at={item.grantedUntil} />
                  </>
                ) : (
                  'permanently'
                )}
              </>
            )}
          </p>
          {!open && (
            <p className="mt-1 text-sm">
              <Status tone={outcome.tone}>{outcome.text}</Status>
              <span className="text-ink-2">
                {item.resolvedBy && <> by {item.resolvedBy.displayName}</>}
                {item.resolvedAt && (
                  <>
                    , <RelativeTime at={item.resolvedAt} />
                  </>
                )}
              </span>
              {item.reason && <span className="block wrap-anywhere text-ink-2">“{item.reason}”</span>}
            </p>
          )}
        </div>
      </div>
      {open && (
        <div className="flex flex-wrap gap-2 max-sm:pl-7">
          {actionsOf[item.kind].map((action) => (
            <Button
              key={action}
              size="sm"
              disabledReason={reasonOf(item, action)}
              aria-label={`${actionLabel(action, item.kind)}: ${item.summary}`}
              onClick={() => onResolve(action)}
            >
              {actionLabel(action, item.kind)}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

function describeDifference({ member, group }: Difference): string {
  const memberText =
    member?.kind === 'person'
      ? [member.person?.department, member.person?.active === false && 'disabled in the directory'].filter(Boolean).join(', ')
      : member?.kind === 'group'
        ? 'A group'
        : member && 'An application'
  return [memberText, group.roles.join(', ')].filter(Boolean).join(' · ')
}
