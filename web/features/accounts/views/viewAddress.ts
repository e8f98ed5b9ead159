import type { CallResult } from '../../../api/client.ts'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import type { TableView } from '../../../ui/tableTypes.ts'

export type SavedView = CallResult<'listViews'>['views'][number]

/** The address contains the view’s full content. */
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

/** The part of an address that a view stores. */
export function contentOf({ filter, q, sort, cols, density }: ViewSearch) {
  return { filter: filter ?? null, search: q ?? null, sort: sort ?? null, columns: cols?.split(',') ?? null, density: density ?? null }
}

/** True if the conditions, order or columns differ from the view. */
export function differs(view: SavedView, search: ViewSearch): boolean {
  const { filter, search: text, sort, columns, density } = view
  return JSON.stringify(contentOf(search)) !== JSON.stringify({ filter, search: text, sort, columns, density })
}

/** The address’s columns and density take precedence over personal preferences. */
export function tableViewOf({ cols, density }: ViewSearch, liked: TableView): TableView {
  const shown = cols?.split(',')
  return {
    ...liked,
    ...(shown && { shown, order: [...shown, ...(liked.order ?? []).filter((id) => !shown.includes(id))] }),
    ...(density && { density }),
  }
}

/** The visible columns in order, for the address; undefined if they are the default. */
export function colsOf(
  { shown, order }: TableView,
  columns: readonly { id: string; fixed?: boolean; hidden?: boolean }[],
): string | undefined {
  if (!shown && !order) return undefined
  const visible = columns.filter(({ id, fixed, hidden }) => fixed || (shown ? shown.includes(id) : !hidden)).map(({ id }) => id)
  const place = (id: string) => {
    const at = order?.indexOf(id) ?? -1
    return at < 0 ? columns.length : at
  }
  return visible.sort((one, other) => place(one) - place(other)).join(',')
}
