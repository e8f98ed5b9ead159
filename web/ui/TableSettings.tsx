import { ArrowDown, ArrowDownUp, ArrowUp, SlidersHorizontal } from 'lucide-react'
import { Button, IconButton } from './Button.tsx'
import { shownIn, withColumn } from './fitColumns.ts'
import { announce } from './LiveRegion.tsx'
import { uiLabels } from './labels.ts'
import { Menu } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import type { Density, ListColumn, Sort, TableView } from './tableTypes.ts'

const densities: { value: Density; label: string }[] = [
  { value: 'compact', label: uiLabels.compact },
  { value: 'normal', label: 'Normal' },
  { value: 'comfortable', label: 'Comfortable' },
]

export function TableSettings<Row>({
  columns,
  leftOut,
  view,
  onView,
}: {
  columns: readonly ListColumn<Row>[]
  /** The chosen columns for which this window has no space. */
  leftOut: readonly ListColumn<Row>[]
  view: TableView
  onView: (view: TableView) => void
}) {
  const columnsById = new Map(columns.map((column) => [column.id, column]))
  const order = [
    ...(view.order ?? []).filter((id) => columnsById.has(id)),
    ...columns.map((column) => column.id).filter((id) => !view.order?.includes(id)),
  ]
  const shown = shownIn(columns, view)
  const move = (id: string, by: 1 | -1) => {
    const from = order.indexOf(id)
    const next = [...order]
    next.splice(from, 1)
    next.splice(from + by, 0, id)
    onView({ ...view, order: next })
    announce(`${columnsById.get(id)?.header} is now column ${from + by + 1} of ${order.length}`)
  }
  return (
    <Popover
      trigger={<IconButton icon={SlidersHorizontal} label={uiLabels.columns} variant="secondary" />}
      title={uiLabels.columns}
      hideTitle
      align="end"
    >
      <div className="w-72 space-y-3">
        <fieldset>
          <legend className="mb-1.5 text-xs font-semibold text-ink-2">Row height</legend>
          <div className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-line-strong bg-line">
            {densities.map(({ value, label }) => (
              <label
                key={value}
                className="cursor-pointer bg-surface py-1 text-center text-sm has-checked:bg-selected has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name="density"
                  className="sr-only"
                  checked={(view.density ?? 'normal') === value}
                  onChange={() => onView({ ...view, density: value })}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-1 text-xs font-semibold text-ink-2">Columns</legend>
          <ul>
            {order.map((id, index) => {
              const column = columnsById.get(id)!
              const isLeftOut = leftOut.includes(column)
              return (
                <li key={id} className="flex min-h-8 items-center gap-1">
                  <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
                    <input
                      type="checkbox"
                      className="tick"
                      checked={column.fixed || (shown.includes(id) && !isLeftOut)}
                      disabled={column.fixed}
                      onChange={(event) => onView(withColumn(view, columns, id, event.target.checked))}
                    />
                    <span className="min-w-0">
                      <span className="block truncate">{column.header}</span>
                      {isLeftOut && <span className="block text-xs text-ink-2">Left out in this window</span>}
                    </span>
                  </label>
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label={`Move ${column.header} up`}
                    disabledReason={index === 0 ? 'Already first' : undefined}
                    onClick={() => move(id, -1)}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowDown}
                    label={uiLabels.moveDown(column.header)}
                    disabledReason={index === order.length - 1 ? 'Already last' : undefined}
                    onClick={() => move(id, 1)}
                  />
                </li>
              )
            })}
          </ul>
        </fieldset>
        <Button size="sm" variant="quiet" onClick={() => onView({})}>
          Reset to default view
        </Button>
      </div>
    </Popover>
  )
}

/** Cards, below 640 px, have no table head, so their order is chosen here. */
export function TableSortMenu<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly ListColumn<Row>[]
  sort: readonly Sort[]
  onSort: (sort: Sort[]) => void
}) {
  const first = sort[0]
  return (
    <div className="sm:hidden">
      <Menu
        trigger={<IconButton icon={ArrowDownUp} label="Sort" variant="secondary" />}
        items={columns
          .filter((column) => column.sortable)
          .map((column) => {
            const now = first?.id === column.id ? first : undefined
            return {
              label: column.header,
              icon: now ? (now.desc ? ArrowDown : ArrowUp) : undefined,
              onSelect: () => onSort([{ id: column.id, desc: now ? !now.desc : false }]),
            }
          })}
      />
    </div>
  )
}
