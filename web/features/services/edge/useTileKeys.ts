import { type KeyboardEvent, useState } from 'react'

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** A sideways offset counts this many times as much as a distance in the direction of the arrow key. */
const columnStep = 3

/** Makes a grid of buttons one tab stop. Arrow keys move to the nearest button in their direction. */
export function useTileKeys(ids: readonly string[], selected: string | undefined) {
  const [last, setLast] = useState<string>()
  const currentId = [last, selected, ids[0]].find((id) => id !== undefined && ids.includes(id))
  return {
    tabIndex: (id: string) => (id === currentId ? 0 : -1),
    onFocus: setLast,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
      const from = tiles.find((tile) => tile === document.activeElement)
      const to =
        from && (event.key === 'Home' ? tiles[0] : event.key === 'End' ? tiles.at(-1) : findNearestTile(tiles, from, directions[event.key]))
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
}

function findNearestTile(
  tiles: HTMLElement[],
  from: HTMLElement,
  direction: readonly [number, number] | undefined,
): HTMLElement | undefined {
  if (!direction) return undefined
  const middle = (tile: HTMLElement) => {
    const { left, top, width, height } = tile.getBoundingClientRect()
    return [left + width / 2, top + height / 2] as const
  }
  const [x, y] = middle(from)
  const distanceTo = (tile: HTMLElement) => {
    const [tileX, tileY] = middle(tile)
    const alongAxis = (tileX - x) * direction[0] + (tileY - y) * direction[1]
    const acrossAxis = Math.abs((tileX - x) * direction[1]) + Math.abs((tileY - y) * direction[0])
    return alongAxis > 1 ? alongAxis + acrossAxis * columnStep : Number.POSITIVE_INFINITY
  }
  const best = tiles.toSorted((left, right) => distanceTo(left) - distanceTo(right))[0]
  return best && distanceTo(best) < Number.POSITIVE_INFINITY ? best : undefined
}
