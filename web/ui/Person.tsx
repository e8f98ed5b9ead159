import { createContext, useContext } from 'react'
import { cx } from './cx.ts'
import { BareLink } from './Link.tsx'

export interface PersonLike {
  id?: string | null
  displayName: string
  email?: string | null
  department?: string | null
  /** False if the user account is disabled in the directory. The chip says so as text. */
  active?: boolean
}

const hues = ['who-1', 'who-2', 'who-3', 'who-4', 'who-5', 'who-6']

export function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

/** The colour is derived from the name, so that a person has the same colour everywhere. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const sizeClass = { sm: 'size-5 text-[0.5625rem]', md: 'size-7 text-2xs', lg: 'size-10 text-base' }[size]
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      className={cx(
        'inline-grid shrink-0 place-content-center rounded-full font-semibold select-none before:content-[attr(data-initials)]',
        sizeClass,
        hues[sum % hues.length],
      )}
    />
  )
}

/** Returns the URL of a person’s page; undefined if the reader can't open it. */
export const PersonPage = createContext<(id: string) => string | undefined>(() => undefined)

/** The name links to the person’s page; `detail` adds a second line. `plain` omits the link, for options. */
export function PersonChip({ person, detail, plain }: { person: PersonLike; detail?: boolean; plain?: boolean }) {
  const pageOf = useContext(PersonPage)
  const page = plain || !person.id ? undefined : pageOf(person.id)
  const isInactive = person.active === false
  const name = <span className={cx('block truncate', isInactive && 'text-ink-2 line-through')}>{person.displayName}</span>
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-bottom" title={person.email ?? undefined}>
      <Avatar name={person.displayName} size={detail ? 'md' : 'sm'} />
      <span className="min-w-0">
        {page ? (
          <BareLink href={page} className="block rounded-sm underline-offset-3 hover:text-accent hover:underline">
            {name}
          </BareLink>
        ) : (
          name
        )}
        {detail && (person.department || person.email) && (
          <span className="block truncate text-xs text-ink-2">{[person.department, person.email].filter(Boolean).join(' · ')}</span>
        )}
      </span>
      {isInactive && <span className="shrink-0 text-xs text-ink-2">(left)</span>}
    </span>
  )
}
