import type { ReactNode } from 'react'

/** Keep the list of columns at module scope or in useMemo, because rows render again when it changes. */
export interface Column<Row> {
  /** The controls for sorting use this name too. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Numbers are aligned to the end. */
  align?: 'start' | 'end'
  /** The share of the width in pixels (default 160), which can shrink by a fifth. */
  width?: number
  /** Set for columns with the same width in every table, such as references, times and numbers. */
  fixedWidth?: boolean
  /** Returns true for a value without meaning, such as a zero, which cards omit. */
  isMuted?: (row: Row) => boolean
  /** Long values have several lines instead of an ellipsis. */
  wraps?: boolean
  rowHeader?: boolean
  fixed?: boolean
  hidden?: boolean
  /** Only lists with column settings leave out columns, because the settings bring them back. */
  leaveOut?: never
}

export interface ListColumn<Row> extends Omit<Column<Row>, 'leaveOut'> {
  /** The table leaves out the column with the lowest number first if it’s too narrow, unless the reader ticked or sorts by it. */
  leaveOut?: number
}

export interface Sort {
  id: string
  desc: boolean
}

export interface Page {
  /** The first page is 1. */
  page: number
  size: number
  total: number
  /** True if the total is a lower bound, which is shown as “10,000+”. */
  atLeast?: boolean
}

export type Density = 'compact' | 'normal' | 'comfortable'

/** A person’s preferences. The columns have the defaults. */
export interface TableView {
  shown?: string[]
  order?: string[]
  /** Columns that the person ticked, which stay in narrow windows. */
  kept?: string[]
  density?: Density
}

export type DataTableProps<Row> = TableProps<Row> &
  (
    | { columns: readonly Column<Row>[]; view?: TableView; onView?: undefined }
    | { columns: readonly ListColumn<Row>[]; view: TableView; onView: (view: TableView) => void }
  )

interface TableProps<Row> {
  label: string
  /** Undefined while loading, which shows skeleton rows. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names a row for its controls, as in “Select payments-prod”. */
  rowLabel?: (row: Row) => string
  sort?: readonly Sort[]
  /** Shift adds a column to the order. */
  onSort?: (sort: Sort[]) => void
  page?: Page
  onPage?: (page: { page: number; size: number }) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  bulk?: ReactNode
  filter?: ReactNode
  stale?: boolean
  /** An ErrorState, which replaces the rows. */
  error?: ReactNode
  /** An EmptyState with the next step, which replaces an empty list. */
  empty?: ReactNode
  /** Below 640 px, each row is a card (default), or the table scrolls sideways. */
  narrow?: 'cards' | 'scroll'
}
