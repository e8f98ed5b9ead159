import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Action, actionLabel, actionsOf, type Difference, driftPageLabels, reasonForAll } from './driftLabels.ts'

export function BulkBar({
  items,
  onResolve,
  onClear,
}: {
  items: readonly Difference[]
  onResolve: (action: Action) => void
  onClear: () => void
}) {
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  const [kind] = kinds
  return (
    <section
      aria-label={driftPageLabels.selected}
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-raised px-4 py-2.5 shadow-high"
    >
      <p aria-live="polite" className="mr-auto font-medium">
        {count(items.length, 'difference')} selected
      </p>
      {kinds.length === 1 && kind ? (
        actionsOf[kind].map((action) => (
          <Button key={action} size="sm" disabledReason={reasonForAll(items, action)} onClick={() => onResolve(action)}>
            {actionLabel(action, kind)} {items.length > 1 && `(${items.length})`}
          </Button>
        ))
      ) : (
        <p className="text-sm text-ink-2">Select differences of one kind to resolve them together.</p>
      )}
      <Button size="sm" variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
