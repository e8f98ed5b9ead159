import type { ReactNode } from 'react'

/** A column of a DataTable. Keep the list at module scope or in useMemo, because rows render again when it changes. */
export interface Column<Row> {
  /** The name for sorting, too. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Numbers align to the end. */
  align?: 'start' | 'end'
  /** Share of the width in pixels (default 160); it can shrink by a fifth. */
  width?: number
  /** Keeps its width in any table: a reference, a time, a number. */
  firm?: boolean
  /** Tells that the value has no meaning for this row, such as a zero; cards leave it out. */
  quiet?: (row: Row) => boolean
  /** Names the row to screen readers; one column has it. */
  rowHeader?: boolean
  /** Can’t be hidden. */
  fixed?: boolean
  /** Hidden by default. */
  hidden?: boolean
}

export interface Sort {
  id: string
  desc: boolean
}

export interface Page {
  /** Starts at 1. */
  page: number
  size: number
  total: number
  /** The total is a lower bound, shown as “10,000+”. */
  atLeast?: boolean
}

export type Density = 'compact' | 'normal' | 'comfortable'

/** A person’s preferences; missing ones follow the columns. */
export interface TableView {
  shown?: string[]
  order?: string[]
  density?: Density
}

export interface DataTableProps<Row> {
  /** The name for screen readers: “Accounts”. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading, which shows skeleton rows. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names a row for its controls: “Select payments-prod”. */
  rowLabel?: (row: Row) => string
  sort?: readonly Sort[]
  /** Shift adds a second column. */
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
  /** Shows old rows while new ones load. */
  stale?: boolean
  /** Shown instead of rows: an ErrorState. */
  error?: ReactNode
  /** Shown for an empty list: an EmptyState with the next step. */
  empty?: ReactNode
  /** Below 640 px each row is a card (default), or the table scrolls sideways. */
  narrow?: 'cards' | 'scroll'
}
