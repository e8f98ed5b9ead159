import { ChevronRight, Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu } from '../ui/Menu.tsx'
import { Badge } from '../ui/Status.tsx'
import { NavigationEntry } from './NavigationEntry.tsx'
import { countWaiting, findCurrentItem, type NavItem, type NavSection, nameOfSection } from './navigationTypes.ts'
import { useSections } from './useSections.ts'

interface NavigationProps {
  sections: readonly NavSection[]
  path: string
  /** Shows icons only. */
  narrow?: boolean
  onGo?: () => void
}

/** Sections with a heading open and close, so that a long navigation fits on the screen. */
export function Navigation({ sections, path, narrow = false, onGo }: NavigationProps) {
  const here = findCurrentItem(sections, path)
  const { isOpen, toggle } = useSections(here)
  const entries = (items: readonly NavItem[], id?: string) => (
    <ul id={id} className="space-y-px">
      {items.map((item) => (
        <li key={item.href}>
          <NavigationEntry item={item} current={item === here} narrow={narrow} onGo={onGo} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Main" className="flex-1 space-y-2 overflow-y-auto px-2 py-3">
      {sections.map((section) =>
        section.heading === undefined ? (
          <div key="first">{entries(section.items)}</div>
        ) : section.start === 'always' ? (
          <div key={section.heading}>
            {narrow ? <div className="mx-2 mb-2 border-t border-line" /> : <Heading>{section.heading}</Heading>}
            {entries(section.items)}
          </div>
        ) : narrow ? (
          <NarrowSection key={section.heading} section={section} here={here} />
        ) : (
          <WideSection key={section.heading} section={section} here={here} open={isOpen(section)} onToggle={() => toggle(section)}>
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
  here: NavItem | undefined
  open: boolean
  onToggle: () => void
  children: (listId: string) => ReactNode
}

function WideSection({ section, here, open, onToggle, children }: WideSectionProps) {
  const listId = useId()
  const waiting = open ? 0 : countWaiting(section.items)
  const isHere = here !== undefined && section.items.includes(here)
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
            isHere && !open ? 'text-ink' : 'text-ink-2',
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

/** One icon for the whole section, whose menu has the screens. */
function NarrowSection({ section, here }: { section: NavSection; here: NavItem | undefined }) {
  const isHere = here !== undefined && section.items.includes(here)
  return (
    <div className={cx('relative flex justify-center rounded-md', isHere && 'bg-here shadow-low')}>
      <Menu
        trigger={<IconButton icon={section.icon ?? Ellipsis} label={nameOfSection(section)} aria-current={isHere || undefined} />}
        items={section.items.map(({ label, icon, href, badge }) => ({ label: badge ? `${label} (${badge})` : label, icon, href }))}
      />
      {countWaiting(section.items) > 0 && (
        <span aria-hidden className="pointer-events-none absolute top-1 right-1.5 size-2 rounded-full bg-accent" />
      )}
    </div>
  )
}
