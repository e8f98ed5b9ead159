import { useState } from 'react'
import type { TableView } from '../ui/tableTypes.ts'

/** Columns, order and density are stored in this browser. */
export function useTableView(table: string): [TableView, (view: TableView) => void] {
  const key = `slipway-table-${table}`
  const [view, setView] = useState<TableView>(() => readRecord(key))
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage, the settings last until the page is closed.
      }
    },
  ]
}

function readRecord(key: string): TableView {
  try {
    const { shown, order, kept, density } = JSON.parse(localStorage.getItem(key) ?? '{}') as TableView
    const names = (list: unknown) => (Array.isArray(list) ? list.map(String) : undefined)
    const isKnown = density === 'compact' || density === 'comfortable' || density === 'normal'
    return {
      ...(names(shown) && { shown: names(shown) }),
      ...(names(order) && { order: names(order) }),
      ...(names(kept) && { kept: names(kept) }),
      ...(isKnown && { density }),
    }
  } catch {
    return {}
  }
}
