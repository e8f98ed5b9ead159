import { type RefObject, useEffect } from 'react'

const controls = 'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),summary'
const textual = 'input:not([type=checkbox],[type=radio]),textarea,select'

type CellPosition = { row: number; column: number; stop: number }

const isVisible = (element: HTMLElement) => element.checkVisibility()

/** The controls of a cell take the focus, or the cell itself if it has none. */
function stopsOf(cell: HTMLTableCellElement): HTMLElement[] {
  const matches = [...cell.querySelectorAll<HTMLElement>(controls)].filter(isVisible)
  return matches.length > 0 ? matches : [cell]
}

/**
 * Implements the WAI-ARIA grid keys on a native table: a single tab stop, arrow keys, Home, End, Page Up and Page Down, and with Ctrl the
 * corners. Left and right also move between the controls of a cell. When rows are removed, the focus stays at their position.
 */
export function useGridKeys(ref: RefObject<HTMLTableElement | null>, step = 10): void {
  useEffect(() => {
    const table = ref.current
    if (!table) return
    let at: CellPosition = { row: 1, column: 0, stop: 0 }
    let content = false
    let lastFocused: Element | undefined

    // Skeleton rows are hidden from assistive technology and can't be focused.
    const rows = () => [...table.rows].filter((row) => row.ariaHidden !== 'true' && isVisible(row))
    const find = ({ row, column, stop }: CellPosition) => {
      const all = rows()
      const line = all[Math.max(0, Math.min(row, all.length - 1))]
      const cell = line?.cells[Math.max(0, Math.min(column, line.cells.length - 1))]
      const focusableElements = cell ? stopsOf(cell) : []
      return focusableElements[Math.max(0, Math.min(stop, focusableElements.length - 1))]
    }
    const resolve = () => {
      for (const element of table.querySelectorAll<HTMLElement>(`${controls},[tabindex="0"]`)) element.tabIndex = -1
      const currentCell = find(at)
      if (!currentCell) return
      currentCell.tabIndex = 0
      if (content && !lastFocused?.isConnected && document.activeElement === document.body) currentCell.focus({ preventScroll: true })
    }
    const positionOf = (target: HTMLElement): CellPosition | undefined => {
      const cell = target.closest<HTMLTableCellElement>('td,th')
      if (!cell || !table.contains(cell)) return
      const stop = stopsOf(cell).indexOf(target)
      return { row: rows().indexOf(cell.parentElement as HTMLTableRowElement), column: cell.cellIndex, stop: Math.max(0, stop) }
    }
    const moveSideways = (from: CellPosition, by: 1 | -1): CellPosition => {
      const cell = rows()[from.row]?.cells[from.column]
      const stopInCell = from.stop + by
      if (cell && stopInCell >= 0 && stopInCell < stopsOf(cell).length) return { ...from, stop: stopInCell }
      return { ...from, column: from.column + by, stop: by === 1 ? 0 : 99 }
    }
    const nextCell = (key: string, from: CellPosition, forwards: 1 | -1, isCorner: boolean): CellPosition | undefined => {
      switch (key) {
        case 'ArrowDown':
          return { ...from, row: from.row + 1, stop: 0 }
        case 'ArrowUp':
          return { ...from, row: from.row - 1, stop: 0 }
        case 'ArrowRight':
          return moveSideways(from, forwards)
        case 'ArrowLeft':
          return moveSideways(from, forwards === 1 ? -1 : 1)
        case 'PageDown':
          return { ...from, row: from.row + step, stop: 0 }
        case 'PageUp':
          return { ...from, row: Math.max(1, from.row - step), stop: 0 }
        case 'Home':
          return { row: isCorner ? 0 : from.row, column: 0, stop: 0 }
        case 'End':
          return { row: isCorner ? 1e9 : from.row, column: 1e9, stop: 99 }
        default:
          return undefined
      }
    }
    const keydown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const from = positionOf(target)
      if (!from || event.altKey || target.matches(textual)) return
      const forwards = getComputedStyle(table).direction === 'rtl' ? -1 : 1
      const isCorner = event.ctrlKey || event.metaKey
      const to = nextCell(event.key, from, forwards, isCorner)
      if (!to) return
      event.preventDefault()
      const next = find({ ...to, column: Math.max(0, to.column), row: Math.max(0, to.row) })
      next?.focus()
      next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    const focusin = (event: FocusEvent) => {
      const target = event.target as HTMLElement
      const place = positionOf(target)
      if (!place) return
      content = true
      lastFocused = target
      at = place
      for (const element of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) element.tabIndex = -1
      target.tabIndex = 0
    }
    // The focus of a removed row has no related target, so only a move to another element counts as leaving.
    const focusout = (event: FocusEvent) => {
      if (event.relatedTarget && !table.contains(event.relatedTarget as Node)) content = false
    }
    const pointer = (event: PointerEvent) => {
      if (!table.contains(event.target as Node)) content = false
    }
    const watch = new MutationObserver(resolve)
    watch.observe(table, { childList: true, subtree: true })
    resolve()
    table.addEventListener('keydown', keydown)
    table.addEventListener('focusin', focusin)
    table.addEventListener('focusout', focusout)
    document.addEventListener('pointerdown', pointer)
    return () => {
      watch.disconnect()
      table.removeEventListener('keydown', keydown)
      table.removeEventListener('focusin', focusin)
      table.removeEventListener('focusout', focusout)
      document.removeEventListener('pointerdown', pointer)
    }
  }, [ref, step])
}
