import { PersonChip, type PersonLike } from '../ui/Person.tsx'

export function PersonList({ people }: { people: readonly (PersonLike & { id: string })[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {people.map((person) => (
        <PersonChip key={person.id} person={person} />
      ))}
    </span>
  )
}
