import { type KeyboardEvent, useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { toneText } from '../../../ui/Status.tsx'
import {
  describePriority,
  impactHint,
  levelLabels,
  levels,
  priorityLabel,
  priorityOf,
  priorityTone,
  urgencyHint,
} from './incidentLabels.ts'
import type { Level } from './types.ts'

/** The cells are native radio buttons with one tab stop; arrow keys move in both directions. */
export function PriorityMatrix({
  impact,
  urgency,
  onChange,
}: {
  impact: Level
  urgency: Level
  onChange: (impact: Level, urgency: Level) => void
}) {
  const id = useId()
  const priority = priorityOf(impact, urgency)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const [down, right] = steps[event.key] ?? []
    if (down === undefined || right === undefined) return
    event.preventDefault()
    const [row, column] = [clampLevel(impact + down), clampLevel(urgency + right)]
    onChange(row, column)
    document.getElementById(cellId(`${id}-cell`, row, column))?.focus()
  }
  return (
    <fieldset data-field="impact" aria-describedby={`${id}-result`} onKeyDown={move}>
      <legend className="mb-0.5 font-medium">Priority</legend>
      <div className="grid grid-cols-[minmax(5.5rem,1fr)_repeat(3,minmax(0,1fr))] gap-1.5 text-sm">
        <span aria-hidden className="row-span-2 self-end pb-0.5 text-xs font-medium text-ink-2">
          Impact
        </span>
        <span aria-hidden className="col-span-3 text-center text-xs font-medium text-ink-2">
          Urgency
        </span>
        {levels.map((each) => (
          <span key={each} aria-hidden className="self-end pb-0.5 text-center text-xs text-ink-2">
            {urgencyHint[each]}
          </span>
        ))}
        {levels.map((row) => (
          <Row key={row} name={`${id}-cell`} row={row} impact={impact} urgency={urgency} onChange={onChange} />
        ))}
      </div>
      <p id={`${id}-result`} aria-live="polite" className="mt-1.5 text-sm text-ink-2">
        Impact {levelLabels[impact].toLowerCase()}, urgency {levelLabels[urgency].toLowerCase()}:{' '}
        <strong className="font-medium text-ink">{describePriority(priority)}</strong>.
      </p>
    </fieldset>
  )
}

const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }
const clampLevel = (level: number) => Math.min(3, Math.max(1, level)) as Level
const cellId = (name: string, row: Level, column: Level) => `${name}-${row}${column}`

function Row({
  name,
  row,
  impact,
  urgency,
  onChange,
}: {
  name: string
  row: Level
  impact: Level
  urgency: Level
  onChange: (impact: Level, urgency: Level) => void
}) {
  return (
    <>
      <span aria-hidden className="self-center text-xs text-ink-2">
        {impactHint[row]}
      </span>
      {levels.map((column) => {
        const priority = priorityOf(row, column)
        return (
          <label
            key={column}
            className={cx(
              'relative grid cursor-pointer place-items-center rounded-md border border-line-mid bg-surface px-1 py-1.5 text-center transition-colors duration-(--quick) hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-checked:border-accent has-checked:bg-selected has-checked:shadow-[inset_0_0_0_1px_var(--accent)]',
            )}
          >
            <input
              type="radio"
              id={cellId(name, row, column)}
              name={name}
              className="absolute size-px opacity-0"
              checked={impact === row && urgency === column}
              onChange={() => onChange(row, column)}
              aria-label={`${impactHint[row]}; ${urgencyHint[column].toLowerCase()}: ${describePriority(priority)}`}
            />
            <span aria-hidden className={cx('font-semibold tabular-nums', toneText[priorityTone(priority)])}>
              {priority}
            </span>
            <span aria-hidden className="text-2xs text-ink-2">
              {priorityLabel(priority)}
            </span>
          </label>
        )
      })}
    </>
  )
}
