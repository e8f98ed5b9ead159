import type { SamplePerson } from '../../sample/shapes.ts'
import type { Simulator } from './simulator.ts'

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

/** Several simulators in one process share the sample company, so added people are stored separately. */
function loadAdded(sim: Simulator) {
  return sim.state.collection<SamplePerson>('directory.added')
}

export function findPerson(sim: Simulator, id: string): SamplePerson | undefined {
  const key = id.toLowerCase()
  const person = samplePeople(sim).get(key) ?? loadAdded(sim).get(key)
  return person && { ...person, ...patches(sim).get(key) }
}

export function listPeople(sim: Simulator): SamplePerson[] {
  return [...samplePeople(sim).values(), ...loadAdded(sim).values()].map((person) => ({ ...person, ...patches(sim).get(person.id) }))
}

export function addPerson(sim: Simulator, person: SamplePerson): void {
  loadAdded(sim).set(person.id, person)
}

export function patchPerson(sim: Simulator, id: string, patch: PersonPatch): SamplePerson | undefined {
  const person = findPerson(sim, id)
  if (!person) return undefined
  patches(sim).set(person.id, { ...patches(sim).get(person.id), ...patch })
  return findPerson(sim, person.id)
}
