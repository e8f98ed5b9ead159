import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import type { ListColumn, Sort } from './tableTypes.ts'

interface TableHeadProps<Row> {
  columns: readonly ListColumn<Row>[]
  sort: readonly Sort[]
  onSort: ((sort: Sort[]) => void) | undefined
  sticky: boolean
  selection: { state: 'none' | 'some' | 'all'; toggle: () => void } | undefined
}

/** Changes the order of a column from ascending to descending to none. `add` keeps the other columns. */
export function nextSort(sort: readonly Sort[], id: string, add: boolean): Sort[] {
  const now = sort.find((item) => item.id === id)
  const next = now === undefined ? { id, desc: false } : now.desc ? undefined : { id, desc: true }
  const otherSorts = add ? sort.filter((item) => item.id !== id) : []
  return next ? [...otherSorts, next] : otherSorts
}

export function TableHead<Row>({ columns, sort, onSort, sticky, selection }: TableHeadProps<Row>) {
  const cell = cx('rule-double bg-sunken px-3 first:rounded-tl-md last:rounded-tr-md', sticky && 'sticky top-(--sticky-top,0px) z-10')
  return (
    <thead>
      <tr aria-rowindex={1} className="h-9">
        {selection && (
          <th scope="col" className={cell}>
            <input
              type="checkbox"
              className="tick"
              aria-label={uiLabels.selectAllRows}
              checked={selection.state === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selection.state === 'some'
              }}
              onChange={selection.toggle}
            />
          </th>
        )}
        {columns.map((column) => {
          const index = sort.findIndex((item) => item.id === column.id)
          const now = sort[index]
          const Arrow = now ? (now.desc ? ArrowDown : ArrowUp) : ChevronsUpDown
          const end = column.align === 'end'
          return (
            <th
              key={column.id}
              scope="col"
              tabIndex={column.sortable ? undefined : -1}
              aria-sort={now ? (now.desc ? 'descending' : 'ascending') : column.sortable ? 'none' : undefined}
              className={cx(cell, 'text-xs font-semibold text-ink-2', end ? 'text-right' : 'text-left')}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={cx(
                    'group -mx-1 flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 hover:text-ink',
                    end && 'ml-auto flex-row-reverse',
                    now && 'text-ink',
                  )}
                  onClick={(event: MouseEvent) => onSort(nextSort(sort, column.id, event.shiftKey))}
                >
                  <span className="truncate">{column.header}</span>
                  <Arrow
                    size={13}
                    aria-hidden
                    className={cx('shrink-0', now ? 'text-accent' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')}
                  />
                  {now && sort.length > 1 && <span className="text-2xs text-accent">{index + 1}</span>}
                </button>
              ) : (
                <span className="block truncate">{column.header}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
