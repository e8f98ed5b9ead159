import type { TestApp } from '../../../../test/app.ts'

export async function saveView(app: TestApp, personId: string, view: Record<string, unknown> = {}) {
  const name = `View ${Math.random().toString(36).slice(2)}`
  const answer = await app.as(personId).post('/views', { screen: 'accounts', name, ...view })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

export function towerPeople(app: TestApp) {
  const { accounts, towers, families, personas, people } = app.company
  const bound = (towerId: string) =>
    new Set([
      ...accounts.filter((account) => account.towerId === towerId).flatMap((account) => account.ownerIds),
      ...families.filter((family) => family.towerId === towerId).flatMap((family) => family.ownerIds),
      ...(towers.find((tower) => tower.id === towerId)?.leadIds ?? []),
    ])
  const account = accounts.find((each) => each.status === 'active' && each.ownerIds.length > 1)!
  const inside = bound(account.towerId)
  const plain = (id: string) => !personas.some((person) => person.id === id && person.appRoles.length > 0)
  const [first, second] = [...inside].filter(plain) as [string, string]
  const outsider = people.find(({ id }) => !inside.has(id) && plain(id) && accounts.some((each) => each.ownerIds.includes(id)))!.id
  const tower = towers.find(({ id }) => id === account.towerId)!
  return { tower, first, second, outsider }
}
