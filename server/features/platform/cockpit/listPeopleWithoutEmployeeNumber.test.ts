import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

const path = '/cockpit/unnumbered-people'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
async function listedRoles(...ids: string[]): Promise<(string[] | undefined)[]> {
  const { people } = (await as('Grace').get(path)).body as { people: { person: { id: string }; actsAs: string[] }[] }
  return ids.map((id) => people.find(({ person }) => person.id === id)?.actsAs)
}

describe('listPeopleWithoutEmployeeNumber', () => {
  it('lists administrators, approvers and owners without an employee number, by name', async () => {
    const [ordinaryPerson, admin, owner, seat, groupMember, numberedId, missingId] = [
      await newPerson(app),
      await newPerson(app, { roles: ['Slipway.Admin'] }),
      await newPerson(app),
      await newPerson(app),
      await newPerson(app),
      await newPerson(app, { roles: ['Slipway.Admin'], employeeId: 'E-700001' }),
      await newPerson(app, { roles: ['Slipway.Admin'] }),
    ]
    await app.db.updateTable('people').set({ active: false }).where('id', '=', missingId).execute()
    const { id: accountId } = app.company.accounts.find(({ status }) => status === 'active')!
    await app.db
      .insertInto('account_owners')
      .values([owner, numberedId].map((person_id, index) => ({ account_id: accountId, person_id, position: 8 + index })))
      .execute()
    const [tower] = app.company.towers
    await app.db.insertInto('tower_leads').values({ tower_id: tower!.id, person_id: owner, position: 9 }).execute()
    const groupId = randomUUID()
    await app.db.insertInto('directory_groups').values({ id: groupId, display_name: 'Board', checked_at: new Date() }).execute()
    await app.db.insertInto('directory_group_members').values({ group_id: groupId, person_id: groupMember }).execute()
    const rule = { kind: 'anyOf' as const, of: [{ kind: 'anyOf' as const, personIds: [seat], groupIds: [groupId] }] }
    const restorePolicy = await putPolicy(app, 'sandboxRequest', { stages: [{ name: 'Board', rule, minimum: 1 }] })
    expect(await listedRoles(ordinaryPerson, admin, owner, seat, groupMember, numberedId, missingId)).toEqual([
      undefined,
      ['administrator'],
      ['approver', 'owner'],
      ['approver'],
      ['approver'],
      undefined,
      undefined,
    ])
    const { total, people } = (await as('Niamh').get(path)).body
    expect(people).toHaveLength(total)
    const names = people.map(({ person }: { person: { displayName: string } }) => person.displayName)
    expect(names).toEqual([...names].sort())
    await restorePolicy()
    expect(await listedRoles(seat, groupMember)).toEqual([undefined, undefined])
  })

  it('is empty when the directory has an employee number for each of them', async () => {
    await app.db
      .updateTable('people')
      .set(({ ref }) => ({ employee_id: ref('user_principal_name') }))
      .where('employee_id', 'is', null)
      .execute()
    expect((await as('Grace').get(path)).body).toEqual({ total: 0, people: [] })
  })

  roleSuite(
    'listPeopleWithoutEmployeeNumber',
    () => app,
    () => ({ path }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get(`${path}?role=owner`)).status).toBe(400)
  })
})
