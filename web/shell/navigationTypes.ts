import { count } from '../shared/waits.ts'
import type { Icon } from '../ui/icon.ts'
import type { Tone } from '../ui/Status.tsx'

export interface NavItem {
  label: string
  icon: Icon
  href: string
  badge?: number | undefined
  badgeTone?: Tone | undefined
  /** URLs below `href` that don't belong to the item, such as pages that are reached only through tabs. */
  without?: readonly string[]
  exact?: boolean | undefined
  /** The item also belongs to URLs below this one that have no item of their own. */
  under?: string | undefined
}

/** The section without a heading is first and always open. */
export interface NavSection {
  heading?: string
  icon?: Icon
  /** A section with `always` can’t be closed. The others start open or closed, until the reader changes that. */
  start: 'always' | 'open' | 'closed'
  items: readonly NavItem[]
}

/** Returns the item with the longest URL that the path starts with. Every path starts with Home's URL, so Home must match exactly. */
export function findCurrentItem(sections: readonly NavSection[], path: string): NavItem | undefined {
  const isAt = (href: string) => path === href || path.startsWith(`${href}/`)
  const matchLength = ({ href, without = [], exact, under }: NavItem): number => {
    if (without.some(isAt)) return 0
    if (exact ? path === href : isAt(href)) return href.length
    return under !== undefined && path !== under && isAt(under) ? under.length : 0
  }
  const matches = sections.flatMap(({ items }) => items).map((item) => ({ item, length: matchLength(item) }))
  return matches.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0]?.item
}

export const countWaiting = (items: readonly NavItem[]): number => items.reduce((total, { badge = 0 }) => total + badge, 0)

/** The accessible name of a section that is shown as an icon: `Govern, 3 tasks`. */
export function nameOfSection({ heading = '', items }: Pick<NavSection, 'heading' | 'items'>): string {
  const waiting = countWaiting(items)
  return waiting > 0 ? `${heading}, ${count(waiting, 'task')}` : heading
}
