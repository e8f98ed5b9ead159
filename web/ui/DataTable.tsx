import { type CSSProperties, type PointerEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { chosenColumns, fitColumns, minimumWidth, widthOf } from './fitColumns.ts'
import { uiLabels } from './labels.ts'
import { TableHead } from './TableHead.tsx'
import { TablePager } from './TablePager.tsx'
import { hasSameCells, SkeletonRow, TableRow } from './TableRow.tsx'
import { TableSettings, TableSortMenu } from './TableSettings.tsx'
import type { DataTableProps, ListColumn, TableView } from './tableTypes.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useIsNarrow } from './useIsNarrow.ts'

const noItems: never[] = []
const noView: TableView = {}
const tickWidth = 40
const skeletons = Array.from({ length: 25 }, (_, index) => index)

/**
 * The table of every list; the server sorts, filters and pages. `<DataTable label="Accounts" columns={columns} rows={data?.items}
 * rowId={(row) => row.id} sort={sort} onSort={setSort} page={page} onPage={setPage} />` The table is a single tab stop with arrow keys, has
 * a sticky head, shows skeletons while it first loads, and dims old rows on later loads.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowId, rowLabel, sort = noItems, onSort, page, onPage, selected, onSelect, bulk, view = noView, onView } = props
  const columns: readonly ListColumn<Row>[] = props.columns
  const { filter, stale = false, error, empty, narrow = 'cards' } = props
  const grid = useRef<HTMLTableElement>(null)
  useGridKeys(grid)

  const [box, room] = useAvailableWidth()
  const sorted = sort.map(({ id }) => id).join()
  const tick = onSelect ? tickWidth : 0
  // Cards have space for all columns.
  const hasCards = useIsNarrow() && narrow === 'cards'
  const chosen = useMemo(() => chosenColumns(columns, view), [columns, view])
  const visible = useMemo(
    () => (hasCards ? chosen : fitColumns(chosen, room - tick, view.kept ?? noItems, sorted.split(','))),
    [chosen, hasCards, room, tick, sorted, view.kept],
  )
  const latestCells = useRef(visible)
  if (!hasSameCells(latestCells.current, visible)) latestCells.current = visible
  const cells = latestCells.current
  const lines = useMemo(() => (rows ?? noItems).map((row: Row) => ({ id: rowId(row), row })), [rows, rowId])
  const selectedRows = selected ? lines.filter(({ id }) => selected.has(id)).length : 0
  const isAllSelected = lines.length > 0 && selectedRows === lines.length

  const latest = useRef({ selected, onSelect })
  latest.current = { selected, onSelect }
  const toggle = useCallback((id: string) => {
    const next = new Set(latest.current.selected)
    if (!next.delete(id)) next.add(id)
    latest.current.onSelect?.(next)
  }, [])

  const sumOf = (subset: readonly ListColumn<Row>[]) => subset.reduce((sum, column) => sum + widthOf(column), 0)
  const fixedWidth = sumOf(visible.filter((column) => column.fixedWidth)) + tick
  const flexibleWidth = sumOf(visible.filter((column) => !column.fixedWidth))
  const total = fixedWidth + flexibleWidth
  const fits = room >= minimumWidth(visible, 'scroll') + tick
  /** Flexible columns share the width that the fixed columns leave. */
  const share = (column: ListColumn<Row>) =>
    column.fixedWidth && flexibleWidth > 0
      ? widthOf(column)
      : room === Number.POSITIVE_INFINITY
        ? `${(widthOf(column) / total) * 100}%`
        : (widthOf(column) / (flexibleWidth || total)) * ((fits ? room : total) - (flexibleWidth > 0 ? fixedWidth : 0))
  const isBare = error !== undefined || (rows?.length === 0 && !stale)

  return (
    <div data-density={view.density} className="min-w-0">
      {(filter || onView) && (
        <div data-toolbar className="mb-3 flex items-start gap-2 max-sm:flex-wrap">
          {/* A filter with other controls beside it has its own row on a narrow screen. */}
          <div className="min-w-0 flex-1 max-sm:has-data-beside:contents">{filter}</div>
          {onSort && <TableSortMenu columns={visible} sort={sort} onSort={onSort} />}
          {onView && (
            <TableSettings columns={columns} leftOut={chosen.filter((column) => !visible.includes(column))} view={view} onView={onView} />
          )}
        </div>
      )}
      <div className="rounded-md border border-line bg-surface">
        <div ref={box} data-narrow={narrow} className={cx('ledger rounded-t-md', !fits && 'relative overflow-x-auto')}>
          <table
            ref={grid}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA grid pattern on a native table
            role="grid"
            aria-label={label}
            aria-busy={(rows === undefined && error === undefined) || stale}
            aria-rowcount={page && !page.atLeast ? page.total + 1 : -1}
            aria-multiselectable={onSelect ? true : undefined}
            onPointerOver={showFullText}
            className={cx('w-full table-fixed border-separate border-spacing-0', !fits && 'min-w-(--least)')}
            style={{ '--least': `${total}px` } as CSSProperties}
          >
            <colgroup>
              {onSelect && <col style={{ width: tickWidth }} />}
              {visible.map((column) => (
                <col key={column.id} style={{ width: share(column) }} />
              ))}
            </colgroup>
            <TableHead
              columns={visible}
              sort={sort}
              onSort={onSort}
              sticky={fits}
              selection={
                onSelect && {
                  state: isAllSelected ? 'all' : selectedRows > 0 ? 'some' : 'none',
                  toggle: () => {
                    const next = new Set(selected)
                    for (const { id } of lines) isAllSelected ? next.delete(id) : next.add(id)
                    onSelect(next)
                  },
                }
              }
            />
            <tbody className={cx('transition-opacity duration-(--calm)', stale && 'opacity-50')}>
              {!isBare &&
                rows === undefined &&
                skeletons
                  .slice(0, page?.size ?? 10)
                  .map((index) => <SkeletonRow key={index} place={index} columns={cells} selectable={!!onSelect} />)}
              {!isBare &&
                lines.map(({ id, row }, index) => (
                  <TableRow
                    key={id}
                    id={id}
                    row={row}
                    index={(page ? (page.page - 1) * page.size : 0) + index + 2}
                    columns={cells}
                    selected={onSelect ? (selected?.has(id) ?? false) : undefined}
                    label={rowLabel?.(row) ?? `row ${index + 1}`}
                    onToggle={toggle}
                  />
                ))}
            </tbody>
          </table>
          {isBare && <div className="px-4 py-10">{error ?? empty}</div>}
        </div>
        {/* Screen readers announce changes only of a region that stays. */}
        <span className="sr-only" role="status">
          {page && rows && !stale && !error && uiLabels.resultCount(page.total, page.atLeast)}
        </span>
        {((page && !(isBare && page.total === 0)) || (selected && selected.size > 0)) && (
          <TablePager
            page={page}
            onPage={onPage}
            selected={selected}
            onClear={() => onSelect?.(new Set())}
            bulk={bulk}
            busy={rows === undefined && error === undefined}
            failed={error !== undefined}
          />
        )}
      </div>
    </div>
  )
}

/** The tooltip is needed only if the text is truncated. */
function showFullText({ target }: PointerEvent) {
  const cell = target instanceof Element && target.closest<HTMLElement>('tbody :is(td, th)')
  if (!cell) return
  // Content for screen readers only is one pixel wide.
  const truncatedElement = [cell, ...cell.querySelectorAll<HTMLElement>('.truncate, [class*=line-clamp]')].find(
    (part) => part.clientWidth > 1 && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 2),
  )
  if (truncatedElement) cell.title = truncatedElement.innerText
  else cell.removeAttribute('title')
}

/** If the table fits, the page scrolls and the head sticks to the page. Otherwise the box scrolls sideways. */
function useAvailableWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, width] as const
}
