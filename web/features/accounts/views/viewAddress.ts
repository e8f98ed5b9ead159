import type { CallResult } from '../../../api/client.ts'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import type { TableView } from '../../../ui/tableTypes.ts'

export type SavedView = CallResult<'listViews'>['views'][number]

/** Where a view is: an address that says everything the view says. */
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

/** What a view of this address keeps. */
export function contentOf({ filter, q, sort, cols, density }: ViewSearch) {
  return { filter: filter ?? null, search: q ?? null, sort: sort ?? null, columns: cols?.split(',') ?? null, density: density ?? null }
}

/** True if the conditions, order or columns differ from the view. */
export function differs(view: SavedView, search: ViewSearch): boolean {
  const { filter, search: text, sort, columns, density } = view
  return JSON.stringify(contentOf(search)) !== JSON.stringify({ filter, search: text, sort, columns, density })
}

/** The columns and density of an address, over what one likes. */
export function tableViewOf({ cols, density }: ViewSearch, liked: TableView): TableView {
  const shown = cols?.split(',')
  return {
    ...liked,
    ...(shown && { shown, order: [...shown, ...(liked.order ?? []).filter((id) => !shown.includes(id))] }),
    ...(density && { density }),
  }
}

/** Columns shown, in their order, as an address holds them; nothing when they are the usual ones. */
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
