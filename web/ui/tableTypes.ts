import type { ReactNode } from 'react'

/** A column of a DataTable. Keep the list at module scope or in useMemo: rows are drawn again when it changes. */
export interface Column<Row> {
  /** Also the name sent to the server when sorting. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Figures stand at the end. */
  align?: 'start' | 'end'
  /** Share of the width in pixels (default 160); it may shrink by a fifth. */
  width?: number
  /** Has that width however narrow or wide the table is: a reference, a time, a figure. */
  firm?: boolean
  /** Says nothing of this row, such as a nought: a card leaves it out. */
  quiet?: (row: Row) => boolean
  /** Names the row to screen readers; one column has it. */
  rowHeader?: boolean
  /** Cannot be hidden. */
  fixed?: boolean
  /** Not shown until chosen. */
  hidden?: boolean
}

export interface Sort {
  id: string
  desc: boolean
}

export interface Page {
  /** From 1. */
  page: number
  size: number
  total: number
  /** The total is a floor: shown as "10,000+". */
  atLeast?: boolean
}

export type Density = 'compact' | 'normal' | 'comfortable'

/** How one person likes a table; what is missing follows the columns. */
export interface TableView {
  shown?: string[]
  order?: string[]
  density?: Density
}

export interface DataTableProps<Row> {
  /** Its name to screen readers: "Accounts". */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` while nothing has come yet: draws skeleton rows. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names a row where a control needs it: "Select payments-prod". */
  rowLabel?: (row: Row) => string
  sort?: readonly Sort[]
  /** Shift adds a second key. */
  onSort?: (sort: Sort[]) => void
  page?: Page
  onPage?: (page: { page: number; size: number }) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** What can be done with the selected rows. */
  bulk?: ReactNode
  view?: TableView
  onView?: (view: TableView) => void
  /** The filter; stands before the view's settings. */
  filter?: ReactNode
  /** Old rows are shown while new ones come. */
  stale?: boolean
  /** Shown in place of rows: an ErrorState. */
  error?: ReactNode
  /** Shown when there is nothing: an EmptyState that teaches the next step. */
  empty?: ReactNode
  /** Below 640 px: each row a card (default), or scrolled sideways. */
  narrow?: 'cards' | 'scroll'
}
