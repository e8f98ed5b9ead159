import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, differencesIn, groupOf } from './drift.fixture.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const reconcile = (n: number, givenName = 'Daniel') =>
  app.as(app.persona(givenName).id).post(`/accounts/${accountOf(app, n).id}/reconcileAccess`)
const countRequests = () => app.simulator.exchanges.list().filter(({ service }) => service === 'graph').length

describe('reconcileAccount', () => {
  it('compares the groups of one account immediately, and returns the new differences', async () => {
    const firstResponse = await reconcile(0)
    expect(firstResponse).toMatchObject({ status: 200, body: { appeared: 0, compared: { unreadable: [], at: expect.any(String) } } })
    const group = await groupOf(app, accountOf(app, 0))
    await app.context.clients.graph.addGroupMember(group.directoryId, app.persona('Priya').id)
    clockOffsetMs += 11_000
    expect((await reconcile(0)).body.appeared).toBe(1)
    expect(await differencesIn(app, group.id)).toMatchObject([{ kind: 'added', member_id: app.persona('Priya').id }])
    const scans = await app.db.selectFrom('access_group_scans').select('group_id').execute()
    expect(scans).toHaveLength(firstResponse.body.compared.groups)
  })

  it('calls the directory at most once in ten seconds', async () => {
    await reconcile(1)
    await app.quiet()
    const responses = await Promise.all([reconcile(1), reconcile(1), reconcile(1, 'Niamh')])
    expect(responses.map(({ status, body }) => [status, body.appeared])).toEqual(Array(3).fill([200, 0]))
    expect(countRequests()).toBe(0)
    clockOffsetMs += 11_000
    await reconcile(1)
    expect(countRequests()).toBeGreaterThan(0)
  })

  it('returns the group that could not be read', async () => {
    const group = await groupOf(app, accountOf(app, 2))
    app.simulator.faults.add({
      service: 'graph',
      path: `/groups/${group.directoryId}`,
      action: { kind: 'status', status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No.' } } },
    })
    const { body } = await reconcile(2)
    expect(body.compared.unreadable).toMatchObject([{ group: group.name, lastComparedAt: null }])
  })

  roleSuite(
    'reconcileAccount',
    () => app,
    () => ({ path: `/accounts/${accountOf(app, 3).id}/reconcileAccess` }),
  )

  it('denies an auditor before it calls the directory', async () => {
    await app.quiet()
    expect((await reconcile(3, 'Grace')).status).toBe(403)
    expect(countRequests()).toBe(0)
  })

  it('rejects an account that isn’t active', async () => {
    const account = accountOf(app, 4)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    expect((await app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/reconcileAccess`)).status).toBe(409)
  })

  it('fails when the directory does not respond, and keeps the known differences', async () => {
    const group = await groupOf(app, accountOf(app, 0))
    const differencesBefore = await differencesIn(app, group.id)
    clockOffsetMs += 11_000
    app.simulator.faults.add({
      service: 'graph',
      path: '/\\$batch',
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'No.' } } },
    })
    expect((await reconcile(0)).status).toBe(502)
    expect(await differencesIn(app, group.id)).toEqual(differencesBefore)
  })
})
