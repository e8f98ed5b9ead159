import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, addOwners, clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getSandboxAccess', () => {
  it('shows the access to the member, the sandbox’s members, administrators and auditors', async () => {
    const sandbox = await teamSandbox(app)
    const { id, path } = await add(app, sandbox, 'Priya')
    await add(app, sandbox, 'Margaret')
    for (const personaName of ['Priya', 'Margaret', 'Daniel', 'Niamh', 'Grace'])
      expect(await clientOf(app, personaName).get(path)).toMatchObject({
        status: 200,
        body: { id, sandbox: { id: sandbox.id }, latestEnd: expect.any(String) },
      })
  })

  it('says that an owner’s access ends only with a change of owners', async () => {
    const sandbox = await teamSandbox(app)
    await addOwners(app, sandbox)
    const { id } = await app.db
      .selectFrom('group_assignments')
      .select('id')
      .where('group_id', '=', sandbox.owners.id)
      .executeTakeFirstOrThrow()
    const { body } = await clientOf(app, 'Daniel').get(`/sandbox-access/access/${id}`)
    expect(body).toMatchObject({ asOwner: true, can: { end: expect.any(String) } })
  })

  roleSuite(
    'getSandboxAccess',
    () => app,
    async () => ({ path: (await add(app, await teamSandbox(app), 'Priya')).path }),
  )

  it('returns 404 for access to an account, and for unknown access', async () => {
    const ofAccount = await app.db
      .selectFrom('group_assignments as m')
      .innerJoin('access_groups as g', 'g.id', 'm.group_id')
      .select('m.id')
      .where('g.account_id', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    for (const id of [ofAccount?.id ?? randomUUID(), randomUUID()])
      expect(await clientOf(app, 'Niamh').get(`/sandbox-access/access/${id}`)).toMatchObject({ status: 404 })
    const { id } = await add(app, await teamSandbox(app), 'Priya')
    expect(await clientOf(app, 'Niamh').get(`/account-access/${id}`)).toMatchObject({ status: 404 })
  })
})
