import { useRef, useState } from 'react'
import type { FieldState } from '../ui/Field.tsx'
import { personPickerLabels } from './personPickerLabels.ts'

interface FoundPerson {
  id: string
  displayName: string
  email: string | null
  active: boolean
}

/** Each person takes one or two calls. */
const maxPasted = 50

/** Mail programs copy people as `Ewa Kowalczyk <ewa@example.com>`. */
const addressIn = (text: string) => (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim()

/** Adds the people of a pasted list, and names addresses without a person. */
export function usePastedPeople<Person extends FoundPerson>(
  find: (query: string) => Promise<readonly Person[]>,
  value: readonly Person[],
  onChange: (people: Person[]) => void,
) {
  const [state, setState] = useState<FieldState>()
  const latest = useRef(value)
  latest.current = value
  async function add(texts: string[]): Promise<void> {
    const addresses = [...new Set(texts.map(addressIn))]
    setState({ status: 'checking', text: personPickerLabels.lookingUp(addresses.length) })
    const people = new Map<string, Person>()
    const missing: string[] = []
    const failed = addresses.slice(maxPasted)
    for (const address of addresses.slice(0, maxPasted)) {
      const wanted = address.toLocaleLowerCase()
      const matches = await find(address).catch(() => undefined)
      const found = (matches ?? []).filter(
        ({ active, email, displayName }) => active && [email, displayName].some((text) => text?.toLocaleLowerCase() === wanted),
      )
      // Two people can have the same name.
      if (found.length === 1) people.set(found[0]!.id, found[0]!)
      else (matches ? missing : failed).push(address)
    }
    onChange([...latest.current, ...[...people.values()].filter(({ id }) => !latest.current.some((person) => person.id === id))])
    const problems = [
      ...(missing.length > 0 ? [personPickerLabels.notFound(missing)] : []),
      ...(failed.length > 0 ? [personPickerLabels.notSearched(failed)] : []),
    ]
    setState(problems.length > 0 ? { status: 'bad', text: problems.join(' ') } : undefined)
  }
  return { add, state, clear: () => setState(undefined) }
}
