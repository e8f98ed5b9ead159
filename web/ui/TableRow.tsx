import { memo } from 'react'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import type { ListColumn } from './tableTypes.ts'

interface TableRowProps<Row> {
  id: string
  row: Row
  index: number
  columns: readonly ListColumn<Row>[]
  /** Undefined if rows can’t be selected. */
  selected: boolean | undefined
  label: string
  onToggle: (id: string) => void
}

const cellStyle = 'h-(--row) border-b border-line px-3 group-last/row:border-b-0'

function Line<Row>({ id, row, index, columns, selected, label, onToggle }: TableRowProps<Row>) {
  return (
    <tr aria-rowindex={index} aria-selected={selected} className={cx('group/row', selected ? 'bg-selected' : 'hover:bg-hover')}>
      {selected !== undefined && (
        <td className={cx(cellStyle, 'ledger-tick relative')}>
          {selected && <span className="slip absolute inset-y-0 left-0 w-[3px]" />}
          <input type="checkbox" className="tick" checked={selected} aria-label={uiLabels.selectRow(label)} onChange={() => onToggle(id)} />
        </td>
      )}
      {columns.map((column) => {
        const Cell = column.rowHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            scope={column.rowHeader ? 'row' : undefined}
            tabIndex={-1}
            data-label={column.header}
            data-row-header={column.rowHeader}
            data-quiet={column.isMuted?.(row) || undefined}
            className={cx(
              cellStyle,
              'text-left font-normal focus-visible:-outline-offset-2',
              column.wraps ? 'py-1 leading-snug wrap-break-word' : 'truncate',
              column.align === 'end' && 'text-right! tabular-nums',
            )}
          >
            {column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}

/** A row renders again only if its data, position or selection changes. */
export const TableRow = memo(Line) as typeof Line

const widths = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4']

interface SkeletonRowProps<Row> {
  columns: readonly ListColumn<Row>[]
  selectable: boolean
  place: number
}

function SkeletonLine<Row>({ columns, selectable, place }: SkeletonRowProps<Row>) {
  return (
    <tr aria-hidden className="group/row">
      {selectable && <td className={cx(cellStyle, 'ledger-tick')} />}
      {columns.map((column, index) => (
        <td key={column.id} className={cellStyle}>
          <div className={cx('skeleton h-3', widths[(place + index * 2) % widths.length], column.align === 'end' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  )
}

/** The skeleton has the height of a loaded row. */
export const SkeletonRow = memo(SkeletonLine) as typeof SkeletonLine

/** Rows don't depend on whether columns can be sorted, so that they don't render again when this becomes known. */
export const hasSameCells = <Row,>(one: readonly ListColumn<Row>[], other: readonly ListColumn<Row>[]): boolean =>
  one.length === other.length &&
  one.every((column, index) => {
    const { id, header, cell, align, wraps, rowHeader, isMuted } = other[index]!
    return (
      column.id === id &&
      column.header === header &&
      column.cell === cell &&
      column.align === align &&
      column.wraps === wraps &&
      column.rowHeader === rowHeader &&
      column.isMuted === isMuted
    )
  })
