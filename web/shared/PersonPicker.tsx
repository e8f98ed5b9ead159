import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { CallResult } from '../api/client.ts'
import { searchGraphForUser, searchUserData } from '../api/queries.ts'
import { MultiCombobox } from '../ui/Combobox.tsx'
import type { FieldProps } from '../ui/Field.tsx'
import { PersonChip } from '../ui/Person.tsx'
import type { Option } from '../ui/Select.tsx'
import { usePastedPeople } from './usePastedPeople.ts'

export type Person = Pick<CallResult<'searchUserData'>[number], 'id' | 'displayName' | 'email' | 'department' | 'active'>

interface PersonPickerProps extends FieldProps {
  value: readonly Person[]
  onChange: (people: Person[]) => void
  placeholder?: string
}

/** The directory is searched only if Slipway knows fewer matches. */
const enough = 8

const optionOf = (person: Person): Option => ({
  value: person.id,
  label: person.displayName,
  hint: [person.department, person.email].filter(Boolean).join(' · '),
  ...(!person.active && { disabledReason: 'Disabled in the directory' }),
})

/**
 * Finds people by name or email, first in Slipway, then in the directory. A pasted list of people is split.
 * `<PersonPicker label="Owners" name="ownerIds" value={owners} onChange={setOwners} error={…} />`
 */
export function PersonPicker({ value, onChange, placeholder = 'Type a name', ...field }: PersonPickerProps) {
  const client = useQueryClient()
  const knownPeople = useRef(new Map<string, Person>())
  for (const person of value) knownPeople.current.set(person.id, person)
  const findPeople = useCallback(
    async (query: string): Promise<readonly Person[]> => {
      const search = query.trim()
      if (search === '') return []
      const localPeople: Person[] = await client.fetchQuery(searchUserData(search))
      // If the directory is unavailable, people whom Slipway knows can still be chosen.
      const directoryPeople: Person[] =
        localPeople.length >= enough ? [] : await client.fetchQuery(searchGraphForUser(search)).catch(() => [])
      const people = new Map([...directoryPeople, ...localPeople].map((person) => [person.id, person]))
      for (const [id, person] of people) knownPeople.current.set(id, person)
      const order = [...localPeople, ...directoryPeople.filter(({ id }) => !localPeople.some((item) => item.id === id))]
      return order.map(({ id }) => people.get(id)!)
    },
    [client],
  )
  const find = useCallback(async (query: string) => (await findPeople(query)).map(optionOf), [findPeople])
  const pasted = usePastedPeople(findPeople, value, onChange)
  return (
    <MultiCombobox
      {...field}
      placeholder={placeholder}
      empty="No people match this name or email address."
      options={find}
      value={value.map(optionOf)}
      state={pasted.state ?? field.state}
      onPasteList={pasted.add}
      onChange={(options) => {
        pasted.clear()
        onChange(options.flatMap(({ value: id }) => knownPeople.current.get(id) ?? []))
      }}
      renderOption={(option) => {
        const person = knownPeople.current.get(option.value)
        return person ? <PersonChip detail plain person={person} /> : option.label
      }}
    />
  )
}
