import { organisationChart } from './organisationChart.ts'
import type { SampleFamily, SamplePerson, SampleTower } from './shapes.ts'
import { stableId } from './stableId.ts'

const towerId = (name: string) => stableId(`tower/${name}`)
const familyId = (name: string) => stableId(`family/${name}`)

export function buildTowers(people: readonly SamplePerson[]): SampleTower[] {
  return organisationChart.map(({ name, code, description, costCentre }) => ({
    id: towerId(name),
    name,
    code,
    description,
    costCentre,
    leadIds: [`Head of ${name} Technology`, `Deputy Head of ${name} Technology`].map((title) => holderOf(people, title)),
  }))
}

export function buildFamilies(people: readonly SamplePerson[]): SampleFamily[] {
  return organisationChart.flatMap((tower) =>
    tower.families.map(({ name, description }) => ({
      id: familyId(name),
      name,
      towerId: towerId(tower.name),
      description,
      ownerIds: [`Engineering Manager, ${name}`, `Lead Engineer, ${name}`].map((title) => holderOf(people, title)),
    })),
  )
}

function holderOf(people: readonly SamplePerson[], jobTitle: string): string {
  return people.find((person) => person.jobTitle === jobTitle)!.id
}
