import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, addOwners, clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listMySandboxAccess', () => {
  it('lists only the caller’s own access, sorted by end date', async () => {
    const [firstSandbox, otherSandbox, ownedSandbox] = [
      await teamSandbox(app),
      await teamSandbox(app),
      await teamSandbox(app, { ownedBy: ['Priya'] }),
    ]
    const countBefore = (await clientOf(app, 'Priya').get('/sandbox-access/myAccess')).body.length
    await add(app, firstSandbox, 'Priya')
    await add(app, otherSandbox, 'Priya', { endsAt: new Date(Date.now() + 7_200_000).toISOString() })
    await add(app, otherSandbox, 'Tomasz')
    await addOwners(app, ownedSandbox)
    const { status, body } = await clientOf(app, 'Priya').get('/sandbox-access/myAccess')
    expect([status, body.length]).toEqual([200, countBefore + 3])
    expect(body[0]).toMatchObject({ sandbox: { id: otherSandbox.id }, group: { suffix: 'team' }, asOwner: false })
    const ownAccess = body.find((each: { sandbox: { id: string } }) => each.sandbox.id === ownedSandbox.id)
    expect(ownAccess).toMatchObject({ asOwner: true, person: { id: app.persona('Priya').id } })
    const accounts = await clientOf(app, 'Priya').get('/account-access/UserExistingAccess')
    expect(accounts.body.filter((each: { group: { name: string } }) => each.group.name.startsWith('sbx-'))).toEqual([])
  })

  roleSuite(
    'listMySandboxAccess',
    () => app,
    () => ({ path: '/sandbox-access/myAccess' }),
  )
})
