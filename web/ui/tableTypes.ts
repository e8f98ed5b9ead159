import type { ReactNode } from 'react'

/** A column of a DataTable. Keep the list at module scope or in useMemo, because rows render again when it changes. */
export interface Column<Row> {
  /** The name of the column, which the sort controls use too. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** True for numbers, which are aligned to the end. */
  align?: 'start' | 'end'
  /** Share of the width in pixels (default 160); it can shrink by a fifth. */
  width?: number
  /** True if the column has the same width in every table, as for a reference, a time or a number. */
  fixedWidth?: boolean
  /** Returns whether the value has no meaning for this row, such as a zero. Cards omit such values. */
  isMuted?: (row: Row) => boolean
  /** True for the column whose value is the row's name for screen readers. */
  rowHeader?: boolean
  /** True if people can’t hide the column. */
  fixed?: boolean
  /** True if the column is hidden by default. */
  hidden?: boolean
}

export interface Sort {
  id: string
  desc: boolean
}

export interface Page {
  /** The number of the page, starting at 1. */
  page: number
  size: number
  total: number
  /** True if the total is a lower bound, which is shown as “10,000+”. */
  atLeast?: boolean
}

export type Density = 'compact' | 'normal' | 'comfortable'

/** A person’s preferences. Defaults for missing preferences are in the columns. */
export interface TableView {
  shown?: string[]
  order?: string[]
  density?: Density
}

export interface DataTableProps<Row> {
  /** The name for screen readers, such as “Accounts”. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading, which shows skeleton rows. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names a row for its controls, as in “Select payments-prod”. */
  rowLabel?: (row: Row) => string
  sort?: readonly Sort[]
  /** Pressing Shift adds the column to the sort order. */
  onSort?: (sort: Sort[]) => void
  page?: Page
  onPage?: (page: { page: number; size: number }) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Actions for the selected rows. */
  bulk?: ReactNode
  view?: TableView
  onView?: (view: TableView) => void
  /** Shown before the view settings. */
  filter?: ReactNode
  /** Keeps old rows visible while new ones load. */
  stale?: boolean
  /** Shown instead of rows: an ErrorState. */
  error?: ReactNode
  /** Shown for an empty list: an EmptyState with the next step. */
  empty?: ReactNode
  /** Below 640 px each row is a card (default), or the table scrolls sideways. */
  narrow?: 'cards' | 'scroll'
}
