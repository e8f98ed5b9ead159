import { useState } from 'react'
import type { NavItem, NavSection } from './navigationTypes.ts'

const key = 'slipway-nav-sections'
type SectionChoices = Record<string, boolean>

function readChosen(): SectionChoices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return stored && typeof stored === 'object' ? (stored as SectionChoices) : {}
  } catch {
    return {}
  }
}

/** Returns the open sections: as the reader left them, or the sections that start open and the section of the current page. */
export function useSections(current: NavItem | undefined) {
  const [chosen, setChosen] = useState(readChosen)
  const isOpen = ({ heading, start, items }: NavSection) =>
    heading === undefined ||
    start === 'always' ||
    (chosen[heading] ?? (start === 'open' || (current !== undefined && items.includes(current))))
  const toggle = (section: NavSection) => {
    const next = { ...chosen, [section.heading ?? '']: !isOpen(section) }
    setChosen(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without storage, the next visit starts with the default sections.
    }
  }
  return { isOpen, toggle }
}
