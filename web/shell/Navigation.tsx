import { ChevronRight, Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu } from '../ui/Menu.tsx'
import { Badge } from '../ui/Status.tsx'
import { NavigationEntry } from './NavigationEntry.tsx'
import { countWaiting, findCurrentItem, type NavItem, type NavSection, nameOfSection } from './navigationTypes.ts'
import { shellLabels } from './shellLabels.ts'
import { useSections } from './useSections.ts'

interface NavigationProps {
  sections: readonly NavSection[]
  path: string
  narrow?: boolean
  onNavigate?: () => void
}

/** Sections with a heading can be closed, so that a long navigation fits on the screen. */
export function Navigation({ sections, path, narrow = false, onNavigate }: NavigationProps) {
  const currentItem = findCurrentItem(sections, path)
  const { isOpen, toggle } = useSections(currentItem)
  const entries = (items: readonly NavItem[], id?: string) => (
    <ul id={id} className="space-y-px">
      {items.map((item) => (
        <li key={item.href}>
          <NavigationEntry item={item} current={item === currentItem} narrow={narrow} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label={shellLabels.main} className="flex-1 space-y-2 overflow-y-auto px-2 py-3">
      {sections.map((section) =>
        section.heading === undefined ? (
          <div key="first">{entries(section.items)}</div>
        ) : section.start === 'always' ? (
          <div key={section.heading}>
            {narrow ? <div className="mx-2 mb-2 border-t border-line" /> : <Heading>{section.heading}</Heading>}
            {entries(section.items)}
          </div>
        ) : narrow ? (
          <NarrowSection key={section.heading} section={section} currentItem={currentItem} />
        ) : (
          <WideSection
            key={section.heading}
            section={section}
            currentItem={currentItem}
            open={isOpen(section)}
            onToggle={() => toggle(section)}
          >
            {(id) => entries(section.items, id)}
          </WideSection>
        ),
      )}
    </nav>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <h2 className="px-2.5 pt-1 pb-1 text-xs font-medium tracking-normal text-ink-2">{children}</h2>
)

interface WideSectionProps {
  section: NavSection
  currentItem: NavItem | undefined
  open: boolean
  onToggle: () => void
  children: (listId: string) => ReactNode
}

function WideSection({ section, currentItem: isCurrent, open, onToggle, children }: WideSectionProps) {
  const listId = useId()
  const waiting = open ? 0 : countWaiting(section.items)
  const containsCurrent = isCurrent !== undefined && section.items.includes(isCurrent)
  return (
    <div>
      <h2 className="tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          onClick={onToggle}
          className={cx(
            'flex h-7 w-full items-center gap-1.5 rounded-md px-2.5 text-xs font-medium hover:bg-hover hover:text-ink',
            containsCurrent && !open ? 'text-ink' : 'text-ink-2',
          )}
        >
          <span className="flex-1 text-left">{section.heading}</span>
          {waiting > 0 && <Badge tone="busy">{waiting}</Badge>}
          <ChevronRight size={14} aria-hidden className={cx('shrink-0 transition-transform duration-(--quick)', open && 'rotate-90')} />
        </button>
      </h2>
      {open && children(listId)}
    </div>
  )
}

function NarrowSection({ section, currentItem }: { section: NavSection; currentItem: NavItem | undefined }) {
  const containsCurrent = currentItem !== undefined && section.items.includes(currentItem)
  return (
    <div className={cx('relative flex justify-center rounded-md', containsCurrent && 'bg-here shadow-low')}>
      <Menu
        trigger={<IconButton icon={section.icon ?? Ellipsis} label={nameOfSection(section)} aria-current={containsCurrent || undefined} />}
        items={section.items.map(({ label, icon, href, badge }) => ({ label: badge ? `${label} (${badge})` : label, icon, href }))}
      />
      {countWaiting(section.items) > 0 && (
        <span aria-hidden className="pointer-events-none absolute top-1 right-1.5 size-2 rounded-full bg-accent" />
      )}
    </div>
  )
}
