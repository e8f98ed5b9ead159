import { emptyCell } from '../ui/emptyCell.tsx'
import { PersonChip, type PersonLike } from '../ui/Person.tsx'

/** The first people of a list and a count of the rest, for a table cell. Screen readers and the tooltip get all names. */
export function OwnerNames({ people }: { people: readonly PersonLike[] }) {
  const [first, ...otherOwners] = people
  if (!first) return emptyCell
  const names = otherOwners.map(({ displayName }) => displayName).join(', ')
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="min-w-0">
        <PersonChip person={first} />
      </span>
      {otherOwners.length > 0 && (
        <span className="shrink-0 text-xs text-ink-2" title={names}>
          +{otherOwners.length}
          <span className="sr-only"> more: {names}</span>
        </span>
      )}
    </span>
  )
}
