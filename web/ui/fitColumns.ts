import type { Column } from './tableTypes.ts'

export const widthOf = ({ width = 160 }: Pick<Column<never>, 'width'>): number => width

/** A column can shrink to this share of its width before the table leaves out a column, or scrolls sideways. */
const shrinkFactor = { leaveOut: 0.9, scroll: 0.8 }

type Width = Pick<Column<never>, 'width' | 'fixedWidth'>

/** The width of the columns before the table leaves out a column, or scrolls sideways. */
export function minimumWidth(columns: readonly Width[], before: keyof typeof shrinkFactor): number {
  return columns.reduce((sum, column) => sum + widthOf(column) * (column.fixedWidth ? 1 : shrinkFactor[before]), 0)
}

/** Leaves out columns with `leaveOut` until the others fit, the lowest number first. `keep` contains columns that stay. */
export function fitColumns<C extends Width & Pick<Column<never>, 'id' | 'leaveOut'>>(
  columns: readonly C[],
  room: number,
  keep: readonly string[],
): readonly C[] {
  const candidates = columns
    .filter(({ id, leaveOut }) => leaveOut !== undefined && !keep.includes(id))
    .toSorted((one, other) => one.leaveOut! - other.leaveOut!)
  let fitting = columns
  for (const candidate of candidates) {
    if (minimumWidth(fitting, 'leaveOut') <= room) break
    fitting = fitting.filter((column) => column !== candidate)
  }
  return fitting
}
