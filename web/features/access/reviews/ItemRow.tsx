import { Check, X } from 'lucide-react'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { keyOf } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { describePeers, resultDisplays, reviewPageLabels } from './labels.ts'
import type { Decision, ReviewItem } from './types.ts'

const reviewKeys = (['keep', 'remove', 'clearDecision', 'select'] as const).map((action) => keyOf('review', action)).join(' ')

interface ItemRowProps {
  item: ReviewItem
  selected: boolean
  /** True for the row that the shortcuts apply to and that is the list's tab stop. */
  tabbable: boolean
  onSelect: (on: boolean) => void
  onDecide: (decision: Decision) => void
  onComment: () => void
  onFocus: () => void
}

export function ItemRow({ item, selected, tabbable, onSelect, onDecide, onComment, onFocus }: ItemRowProps) {
  const reason = reasonOf(item, 'decide')
  const isClosed = item.result !== null
  return (
    <li
      data-item={item.id}
      tabIndex={tabbable ? 0 : -1}
      aria-current={tabbable || undefined}
      aria-keyshortcuts={reason === undefined ? reviewKeys : undefined}
      onFocus={onFocus}
      className={cx(
        'grid items-center gap-x-5 gap-y-2 px-4 py-2.5 focus-visible:-outline-offset-2',
        'md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_13rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)_minmax(0,1.25fr)_13rem]',
        selected ? 'bg-selected' : 'hover:bg-hover',
        'relative',
      )}
    >
      {tabbable && <span aria-hidden className="slip absolute inset-y-0 left-0 w-[3px]" />}
      <div className="flex min-w-0 items-center gap-3">
        {reason === undefined && (
          <input
            type="checkbox"
            className="tick"
            tabIndex={-1}
            aria-label={`Select ${item.person.displayName}`}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        )}
        <span className="min-w-0">
          <PersonChip person={{ ...item.person, email: null }} detail />
        </span>
      </div>
      <Evidence item={item} />
      <p className="text-sm max-md:order-3 md:max-xl:col-start-2 md:max-xl:row-span-2 md:max-xl:row-start-1">
        <Status tone={item.recommendation === 'remove' ? 'warn' : 'neutral'}>
          {item.recommendation === 'remove' ? 'Removal recommended' : 'No concerns'}
        </Status>
        <span className="block text-ink-2">{item.recommendationReason}</span>
      </p>
      {isClosed || reason !== undefined ? (
        <Outcome item={item} reason={reason} />
      ) : (
        <div className="min-w-0 max-md:order-4 md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
          <div className="flex flex-wrap items-center gap-2 md:justify-end">
            <Choice item={item} decision="keep" onDecide={onDecide} />
            <Choice item={item} decision="remove" onDecide={onDecide} />
          </div>
          {item.decision !== 'pending' && (
            <p className="mt-1 text-xs text-ink-2 md:text-right">
              {item.reason ? `“${item.reason}” ` : ''}
              <button type="button" tabIndex={-1} className="rounded-sm text-accent underline underline-offset-3" onClick={onComment}>
                {item.reason ? 'Change reason' : 'Add reason'}
                <span className="sr-only"> for {item.person.displayName}</span>
              </button>
            </p>
          )}
        </div>
      )}
    </li>
  )
}

const choices = {
  keep: { label: reviewPageLabels.keep, icon: Check, on: 'border-ok! bg-ok-soft! text-ok!' },
  remove: { label: reviewPageLabels.remove, icon: X, on: 'border-bad! bg-bad-soft! text-bad!' },
}

function Choice({ item, decision, onDecide }: { item: ReviewItem; decision: 'keep' | 'remove'; onDecide: (decision: Decision) => void }) {
  const { label, icon, on } = choices[decision]
  const selected = item.decision === decision
  return (
    <Button
      size="sm"
      icon={icon}
      tabIndex={-1}
      aria-pressed={selected}
      className={cx(selected && on)}
      onClick={() => onDecide(selected ? 'pending' : decision)}
    >
      {label}
      <span className="sr-only"> {item.person.displayName}</span>
    </Button>
  )
}

function Evidence({ item }: { item: ReviewItem }) {
  return (
    <div className="min-w-0 text-sm max-md:order-2 md:max-xl:col-start-1 md:max-xl:row-start-2">
      <p>
        {item.lastUsedAt ? (
          <>
            Last change <RelativeTime at={item.lastUsedAt} />
          </>
        ) : item.useKnown ? (
          'No changes in the last 90 days'
        ) : (
          'Last change unknown'
        )}
      </p>
      <p className="text-ink-2">
        {item.since ? (
          <>
            Member since <DateTime at={item.since} time={false} />
          </>
        ) : item.via === null ? (
          reviewPageLabels.addedOutside
        ) : (
          'Already a member before Slipway'
        )}
        {item.until && (
          <>
            , until <DateTime at={item.until} time={false} />
          </>
        )}
      </p>
      {describePeers(item) && <p className="text-ink-2">{describePeers(item)}</p>}
    </div>
  )
}

function Outcome({ item, reason }: { item: ReviewItem; reason: string | undefined }) {
  const display = item.result ? resultDisplays[item.result] : undefined
  return (
    <div className="min-w-0 text-sm max-md:order-4 md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
      {display ? (
        <Status tone={display.tone} {...(display.icon && { icon: display.icon })}>
          {display.label}
        </Status>
      ) : item.decision === 'pending' ? (
        <Status tone="neutral">Not decided</Status>
      ) : (
        <Status tone={item.decision === 'keep' ? 'ok' : 'warn'}>{choices[item.decision].label}</Status>
      )}
      <p className="text-ink-2">
        {item.decidedBy ? (
          <>
            {item.decidedBy.displayName}
            {item.decidedAt && (
              <>
                , <RelativeTime at={item.decidedAt} />
              </>
            )}
          </>
        ) : item.decidedAt ? (
          'Decided automatically on the due date'
        ) : item.deciders.length > 0 ? (
          `Reviewers: ${item.deciders
            .slice(0, 3)
            .map(({ displayName }) => displayName)
            .join(', ')}${item.deciders.length > 3 ? ` and ${item.deciders.length - 3} more` : ''}`
        ) : (
          reason
        )}
      </p>
      {item.reason && <p className="text-ink-2">“{item.reason}”</p>}
      {item.resultNote && <p className={cx(item.result === 'failed' ? 'text-bad' : 'text-ink-2')}>{item.resultNote}</p>}
    </div>
  )
}
