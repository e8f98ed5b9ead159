import { type KeyboardEvent, useState } from 'react'

const ways: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** A sideways offset counts three times as much as distance. */
const aside = 3

/** Gives a grid of buttons one tab stop; arrow keys move to the nearest button in their direction. */
export function useTileKeys(ids: readonly string[], chosen: string | undefined) {
  const [last, setLast] = useState<string>()
  const here = [last, chosen, ids[0]].find((id) => id !== undefined && ids.includes(id))
  return {
    tabIndex: (id: string) => (id === here ? 0 : -1),
    onFocus: setLast,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
      const from = tiles.find((tile) => tile === document.activeElement)
      const to = from && (event.key === 'Home' ? tiles[0] : event.key === 'End' ? tiles.at(-1) : nearest(tiles, from, ways[event.key]))
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
}

function nearest(tiles: HTMLElement[], from: HTMLElement, way: readonly [number, number] | undefined): HTMLElement | undefined {
  if (!way) return undefined
  const middle = (tile: HTMLElement) => {
    const { left, top, width, height } = tile.getBoundingClientRect()
    return [left + width / 2, top + height / 2] as const
  }
  const [x, y] = middle(from)
  const far = (tile: HTMLElement) => {
    const [tx, ty] = middle(tile)
    const along = (tx - x) * way[0] + (ty - y) * way[1]
    const off = Math.abs((tx - x) * way[1]) + Math.abs((ty - y) * way[0])
    return along > 1 ? along + off * aside : Number.POSITIVE_INFINITY
  }
  const best = tiles.toSorted((one, other) => far(one) - far(other))[0]
  return best && far(best) < Number.POSITIVE_INFINITY ? best : undefined
}
