import { cx } from '../ui/cx.ts'
import { BareLink } from '../ui/Link.tsx'
import { Badge } from '../ui/Status.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import type { NavItem } from './navigationTypes.ts'

/**
 * Scrolls the current item into view. `scrollIntoView` would also move the starting point of Tab to this item, so that Tab would not reach
 * the link that skips the navigation first.
 */
function scrollIntoView(element: HTMLElement | null): void {
  const list = element?.closest('nav')
  if (!element || !list) return
  const [item, visible] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  if (item.top < visible.top) list.scrollTop -= visible.top - item.top
  else if (item.bottom > visible.bottom) list.scrollTop += item.bottom - visible.bottom
}

/** The layout is then known anyway, and isn't calculated once more. */
const scrollBeforePaint = (element: HTMLElement | null): void => {
  if (element) requestAnimationFrame(() => scrollIntoView(element))
}

interface NavigationEntryProps {
  item: NavItem
  current: boolean
  narrow: boolean
  onNavigate: (() => void) | undefined
}

export function NavigationEntry({ item, current, narrow, onNavigate }: NavigationEntryProps) {
  const link = (
    <BareLink
      ref={current ? scrollBeforePaint : undefined}
      href={item.href}
      onClick={onNavigate}
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
