import { count } from '../shared/waits.ts'
import type { Icon } from '../ui/icon.ts'
import type { Tone } from '../ui/Status.tsx'

export interface NavItem {
  label: string
  icon: Icon
  href: string
  /** The number of waiting entries. */
  badge?: number | undefined
  badgeTone?: Tone | undefined
  /** URLs below `href` whose pages are not part of the item, such as pages that only tabs lead to. */
  without?: readonly string[]
}

/** Items under one heading. Items without a heading come first and are always shown. */
export interface NavSection {
  heading?: string
  icon?: Icon
  /** `always` can’t be closed; the others start open or closed until the reader changes it. */
  start: 'always' | 'open' | 'closed'
  items: readonly NavItem[]
}

/** Returns the item with the longest URL that the path starts with. Home's URL starts every path, so Home must match exactly. */
export function findCurrentItem(sections: readonly NavSection[], path: string): NavItem | undefined {
  const isAt = (href: string) => path === href || path.startsWith(`${href}/`)
  const inside = sections.flatMap(({ items }) => items).filter(({ href, without = [] }) => isAt(href) && !without.some(isAt))
  return inside.sort((a, b) => b.href.length - a.href.length)[0]
}

export const countWaiting = (items: readonly NavItem[]): number => items.reduce((total, { badge = 0 }) => total + badge, 0)

/** The accessible name of a section that is shown as an icon: `Govern, 3 tasks`. */
export function nameOfSection({ heading = '', items }: Pick<NavSection, 'heading' | 'items'>): string {
  const waiting = countWaiting(items)
  return waiting > 0 ? `${heading}, ${count(waiting, 'task')}` : heading
}
