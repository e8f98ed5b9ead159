import { emptyCell } from '../ui/emptyCell.tsx'
import { PersonChip, type PersonLike } from '../ui/Person.tsx'

const max = 2

/** Shows the first two people and the number of others. Screen readers and the tooltip get all names. */
export function PeopleChips({ people }: { people: readonly PersonLike[] }) {
  if (people.length === 0) return emptyCell
  const names = people
    .slice(max)
    .map(({ displayName }) => displayName)
    .join(', ')
  return (
    <span className="flex min-w-0 items-center gap-3 max-sm:flex-wrap max-sm:gap-y-1">
      {people.slice(0, max).map((person) => (
        <span key={person.displayName} className="min-w-0">
          <PersonChip person={person} />
        </span>
      ))}
      {names && (
        <span className="shrink-0 text-xs text-ink-2" title={names}>
          +{people.length - max}
          <span className="sr-only"> more: {names}</span>
        </span>
      )}
    </span>
  )
}
