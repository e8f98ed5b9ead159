import type { TestApp } from '../../../../test/app.ts'

export async function saveView(app: TestApp, personId: string, view: Record<string, unknown> = {}) {
  const name = `View ${Math.random().toString(36).slice(2)}`
  const response = await app.as(personId).post('/views', { screen: 'accounts', name, ...view })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

export function towerPeople(app: TestApp) {
  const { accounts, towers, families, personas, people } = app.company
  const peopleOfTower = (towerId: string) =>
    new Set([
      ...accounts.filter((account) => account.towerId === towerId).flatMap((account) => account.ownerIds),
      ...families.filter((family) => family.towerId === towerId).flatMap((family) => family.ownerIds),
      ...(towers.find((tower) => tower.id === towerId)?.leadIds ?? []),
    ])
  const account = accounts.find((each) => each.status === 'active' && each.ownerIds.length > 1)!
  const towerPeopleIds = peopleOfTower(account.towerId)
  const isWithoutRoles = (id: string) => !personas.some((person) => person.id === id && person.appRoles.length > 0)
  const [firstName, secondName] = [...towerPeopleIds].filter(isWithoutRoles) as [string, string]
  const outsider = people.find(
    ({ id }) => !towerPeopleIds.has(id) && isWithoutRoles(id) && accounts.some((each) => each.ownerIds.includes(id)),
  )!.id
  const tower = towers.find(({ id }) => id === account.towerId)!
  return { tower, first: firstName, second: secondName, outsider }
}
