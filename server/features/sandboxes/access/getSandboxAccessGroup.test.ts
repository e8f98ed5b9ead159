import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, addOwners, clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const get = (givenName: string, id: string) => clientOf(app, givenName).get(`/sandbox-access/groups/${id}`)

describe('getSandboxAccessGroup', () => {
  it('shows its members to the sandbox’s members, owners first, and to administrators and auditors', async () => {
    const sandbox = await teamSandbox(app)
    await clientOf(app, 'Niamh').post(`/sandbox-access/groups/${sandbox.owners.id}/member`, { personId: app.persona('Priya').id })
    await addOwners(app, sandbox)
    for (const givenName of ['Priya', 'Daniel', 'Niamh', 'Grace']) {
      const { body } = await get(givenName, sandbox.owners.id)
      expect(body.directoryGroupId).toBe(sandbox.owners.directoryGroupId)
      expect(body.members.map((each: { asOwner: boolean; person: { id: string } }) => [each.person.id, each.asOwner])).toEqual([
        [app.persona('Daniel').id, true],
        [app.persona('Priya').id, false],
      ])
    }
  })

  it('shows others only its public fields', async () => {
    const sandbox = await teamSandbox(app)
    await add(app, sandbox, 'Priya')
    const { status, body } = await get('Tomasz', sandbox.team.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      memberCount: 1,
      directoryGroupId: null,
      owners: [{ id: app.persona('Daniel').id }],
      can: { request: true },
    })
    expect(body.members).toBeUndefined()
  })

  it('returns 404 for a group of an account or of a hidden sandbox', async () => {
    const ofAccount = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const hiddenSandbox = await teamSandbox(app, { hidden: true })
    for (const id of [ofAccount.id, hiddenSandbox.team.id]) expect(await get('Priya', id)).toMatchObject({ status: 404 })
    expect(await clientOf(app, 'Niamh').get(`/account-access/groups/${hiddenSandbox.team.id}`)).toMatchObject({ status: 404 })
  })

  roleSuite(
    'getSandboxAccessGroup',
    () => app,
    async () => ({ path: `/sandbox-access/groups/${(await teamSandbox(app)).team.id}` }),
  )
})
