import type { SamplePerson } from '../../sample/shapes.ts'
import type { Simulator } from './simulator.ts'

/** What somebody changed about a person since the sample company was drawn up. */
export type PersonPatch = Partial<Omit<SamplePerson, 'id' | 'persona'>>

const byId = new WeakMap<Simulator['company'], Map<string, SamplePerson>>()

function samplePeople(sim: Simulator): Map<string, SamplePerson> {
  let people = byId.get(sim.company)
  if (!people) {
    people = new Map(sim.company.people.map((person) => [person.id, person]))
    byId.set(sim.company, people)
  }
  return people
}

function patches(sim: Simulator) {
  return sim.state.collection<PersonPatch>('directory.people')
}

/** Those who are none of the sample company's, which simulators of one process share. */
function added(sim: Simulator) {
  return sim.state.collection<SamplePerson>('directory.added')
}

/** The person as the directory has them now. */
export function findPerson(sim: Simulator, id: string): SamplePerson | undefined {
  const key = id.toLowerCase()
  const person = samplePeople(sim).get(key) ?? added(sim).get(key)
  return person && { ...person, ...patches(sim).get(key) }
}

/** Everybody in the directory, in the company's order; those who were added come last. */
export function listPeople(sim: Simulator): SamplePerson[] {
  return [...samplePeople(sim).values(), ...added(sim).values()].map((person) => ({ ...person, ...patches(sim).get(person.id) }))
}

/** Puts somebody into the directory who is none of the sample company's. */
export function addPerson(sim: Simulator, person: SamplePerson): void {
  added(sim).set(person.id, person)
}

/** Changes a person in the directory. @returns the person now, or undefined when there is none with this id. */
export function patchPerson(sim: Simulator, id: string, patch: PersonPatch): SamplePerson | undefined {
  const person = findPerson(sim, id)
  if (!person) return undefined
  patches(sim).set(person.id, { ...patches(sim).get(person.id), ...patch })
  return findPerson(sim, person.id)
}
