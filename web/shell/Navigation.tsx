import { cx } from '../ui/cx.ts'
import type { Icon } from '../ui/icon.ts'
import { BareLink } from '../ui/Link.tsx'
import { Badge, type Tone } from '../ui/Status.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

export interface NavItem {
  label: string
  icon: Icon
  href: string
  /** The heading of the item's section. Items without a section come first. */
  section?: string
  /** The number of waiting entries. */
  badge?: number | string
  badgeTone?: Tone
}

/** Returns the item with the longest address that the path starts with. Home's address starts every path, so Home must match exactly. */
export function findCurrentItem(items: readonly NavItem[], path: string): NavItem | undefined {
  const inside = items.filter(({ href }) => path === href || path.startsWith(`${href}/`))
  return inside.sort((a, b) => b.href.length - a.href.length)[0]
}

interface NavigationProps {
  items: readonly NavItem[]
  path: string
  /** Shows icons only. */
  narrow?: boolean
  onGo?: () => void
}

export function Navigation({ items, path, narrow = false, onGo }: NavigationProps) {
  const here = findCurrentItem(items, path)
  const sections = [...new Set(items.map((item) => item.section))]
  return (
    <nav aria-label="Main" className="flex-1 space-y-4 overflow-y-auto px-2 py-3">
      {sections.map((section) => (
        <div key={section ?? ''}>
          {section &&
            (narrow ? (
              <div className="mx-2 mb-2 border-t border-line" />
            ) : (
              <h2 className="px-2.5 pb-1 text-xs font-medium tracking-normal text-ink-2">{section}</h2>
            ))}
          <ul className="space-y-px">
            {items
              .filter((item) => item.section === section)
              .map((item) => (
                <li key={item.href}>
                  <Entry item={item} current={item === here} narrow={narrow} onGo={onGo} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Scrolls the current item into view if the navigation is longer than the screen. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function Entry({ item, current, narrow, onGo }: { item: NavItem; current: boolean; narrow: boolean; onGo: (() => void) | undefined }) {
  const link = (
    <BareLink
      ref={current ? intoView : undefined}
      href={item.href}
      onClick={onGo}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'relative flex h-8 items-center gap-2.5 rounded-md transition-colors duration-(--quick)',
        narrow ? 'justify-center' : 'px-2.5',
        current ? 'bg-here font-semibold text-ink shadow-low' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      {current && <span className="slip absolute inset-y-[3px] left-0 w-[3.5px]" />}
      <item.icon size={17} aria-hidden strokeWidth={current ? 2.2 : 1.9} className={cx('shrink-0', current && 'text-accent')} />
      <span className={narrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{item.label}</span>
      {item.badge !== undefined &&
        (narrow ? (
          <>
            <span aria-hidden className="absolute top-1 right-1.5 size-2 rounded-full bg-accent" />
            <span className="sr-only">{item.badge}</span>
          </>
        ) : (
          <Badge tone={item.badgeTone ?? 'busy'}>{item.badge}</Badge>
        ))}
    </BareLink>
  )
  return narrow ? (
    <Tooltip content={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
