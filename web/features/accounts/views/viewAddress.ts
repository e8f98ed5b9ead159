import type { CallResult } from '../../../api/client.ts'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import type { TableView } from '../../../ui/tableTypes.ts'

export type SavedView = CallResult<'listViews'>['views'][number]

export function addressOf(view: Pick<SavedView, 'id' | 'filter' | 'search' | 'sort' | 'columns' | 'density'>): ViewSearch {
  return {
    view: view.id,
    ...(view.filter && { filter: view.filter }),
    ...(view.search && { q: view.search }),
    ...(view.sort && { sort: view.sort }),
    ...(view.columns && { cols: view.columns.join(',') }),
    ...(view.density && { density: view.density }),
  }
}

export function contentOf({ filter, q, sort, cols, density }: ViewSearch) {
  return { filter: filter ?? null, search: q ?? null, sort: sort ?? null, columns: cols?.split(',') ?? null, density: density ?? null }
}

export function hasChanged(view: SavedView, search: ViewSearch): boolean {
  const { filter, search: text, sort, columns, density } = view
  return JSON.stringify(contentOf(search)) !== JSON.stringify({ filter, search: text, sort, columns, density })
}

/** The columns and density in the URL take precedence over personal preferences. */
export function tableViewOf({ cols, density }: ViewSearch, preferredView: TableView): TableView {
  const visibleColumns = cols?.split(',')
  return {
    ...preferredView,
    ...(visibleColumns && {
      shown: visibleColumns,
      order: [...visibleColumns, ...(preferredView.order ?? []).filter((id) => !visibleColumns.includes(id))],
    }),
    ...(density && { density }),
  }
}

export function colsOf(
  { shown: visibleColumns, order }: TableView,
  columns: readonly { id: string; fixed?: boolean; hidden?: boolean }[],
): string | undefined {
  if (!visibleColumns && !order) return undefined
  const visible = columns
    .filter(({ id, fixed, hidden }) => fixed || (visibleColumns ? visibleColumns.includes(id) : !hidden))
    .map(({ id }) => id)
  const place = (id: string) => {
    const position = order?.indexOf(id) ?? -1
    return position < 0 ? columns.length : position
  }
  return visible.sort((left, right) => place(left) - place(right)).join(',')
}
