import type { Column, ListColumn, TableView } from './tableTypes.ts'

export const widthOf = ({ width = 160 }: Pick<Column<never>, 'width'>): number => width

/** A column can shrink to this share of its width before the table leaves out a column, or scrolls sideways. */
const shrinkFactor = { leaveOut: 0.9, scroll: 0.8 }

type Width = Pick<Column<never>, 'width' | 'fixedWidth'>

/** The width of the columns before the table leaves out a column, or scrolls sideways. */
export function minimumWidth(columns: readonly Width[], before: keyof typeof shrinkFactor): number {
  return columns.reduce((sum, column) => sum + widthOf(column) * (column.fixedWidth ? 1 : shrinkFactor[before]), 0)
}

/**
 * Leaves out columns with `leaveOut` until the others fit, the lowest number first, and `sorted` columns last. `kept` contains columns that
 * stay.
 */
export function fitColumns<C extends Width & Pick<ListColumn<never>, 'id' | 'leaveOut'>>(
  columns: readonly C[],
  room: number,
  kept: readonly string[],
  sorted: readonly string[] = [],
): readonly C[] {
  const rank = ({ id, leaveOut }: C) => (sorted.includes(id) ? Number.POSITIVE_INFINITY : leaveOut!)
  const candidates = columns
    .filter(({ id, leaveOut }) => leaveOut !== undefined && !kept.includes(id))
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
  let fitting = columns
  for (const candidate of candidates) {
    if (minimumWidth(fitting, 'leaveOut') <= room) break
    fitting = fitting.filter((column) => column !== candidate)
  }
  return fitting
}

type Choice = Pick<ListColumn<never>, 'id' | 'fixed' | 'hidden'>

export const shownIn = (columns: readonly Choice[], { shown }: TableView): string[] =>
  shown ?? columns.filter(({ hidden }) => !hidden).map(({ id }) => id)

/** Columns that aren’t in the person’s order are at the end. */
export function chosenColumns<C extends Choice>(columns: readonly C[], view: TableView): C[] {
  const first = (view.order ?? []).flatMap((id) => columns.filter((column) => column.id === id))
  const shown = shownIn(columns, view)
  return [...first, ...columns.filter((column) => !first.includes(column))].filter(({ id, fixed }) => fixed || shown.includes(id))
}

/** A ticked column stays in narrow windows. All other columns keep their state. */
export function withColumn(view: TableView, columns: readonly Choice[], id: string, isTicked: boolean): TableView {
  const shown = shownIn(columns, view)
  const kept = (view.kept ?? []).filter((other) => other !== id)
  if (!isTicked) return { ...view, shown: shown.filter((other) => other !== id), kept }
  return { ...view, ...(!shown.includes(id) && { shown: [...shown, id] }), kept: [...kept, id] }
}
