import { useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'
import { BareLink } from './Link.tsx'
import { Badge, type Tone } from './Status.tsx'

interface Tab {
  id: string
  label: string
  href: string
  icon?: Icon
  count?: number | string
  countTone?: Tone
  /** Reserves the width of a count, so that the other tabs don’t move when it loads. */
  reservesCount?: true
}

/** In pixels. */
const fadeWidth = 32

/**
 * Tabs are links with their own URLs, so that going back, opening a new tab and copying a link work. `<Tabs label="Account" items={tabs}
 * current="network" />`
 */
export function Tabs({ label, items, current }: { label: string; items: readonly Tab[]; current: string }) {
  const barRef = useRef<HTMLElement>(null)
  // If the tabs don't fit, the bar scrolls to the current tab, but never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current is found in the document
  useLayoutEffect(() => {
    const bar = barRef.current
    if (!bar) return
    const watch = new ResizeObserver(() => scrollToCurrent(bar))
    watch.observe(bar)
    return () => watch.disconnect()
  }, [current])
  return (
    <nav ref={barRef} aria-label={label} className="tab-bar -mx-1 -mb-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]">
      <ul className="flex min-w-max gap-5 border-b border-line">
        {items.map((tab) => (
          <li key={tab.id}>
            <BareLink
              href={tab.href}
              aria-current={tab.id === current ? 'page' : undefined}
              className={cx(
                'relative flex h-9 items-center gap-1.5 rounded-sm px-0.5 focus-visible:outline-offset-0',
                tab.id === current ? 'font-semibold text-ink' : 'text-ink-2 hover:text-ink',
              )}
            >
              {tab.icon && <tab.icon size={16} aria-hidden />}
              <span className="grid">
                {tab.label}
                {/* A hidden bold copy reserves the width of the current tab, so that the others don’t move. */}
                <span aria-hidden data-text={tab.label} className="tab-width" />
              </span>
              {(tab.count !== undefined || tab.reservesCount) && (
                <span className="inline-flex min-w-[1.125rem]">
                  {tab.count !== undefined && <Badge tone={tab.countTone}>{tab.count}</Badge>}
                </span>
              )}
              {tab.id === current && <span className="slip-x absolute inset-x-0 -bottom-px h-[3px]" />}
            </BareLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function scrollToCurrent(bar: HTMLElement): void {
  const currentBounds = bar.querySelector('[aria-current]')?.getBoundingClientRect()
  const barBounds = bar.getBoundingClientRect()
  if (currentBounds && (currentBounds.right > barBounds.right - fadeWidth || currentBounds.left < barBounds.left))
    bar.scrollBy({ left: currentBounds.left + currentBounds.width / 2 - barBounds.left - barBounds.width / 2, behavior: 'instant' })
}
