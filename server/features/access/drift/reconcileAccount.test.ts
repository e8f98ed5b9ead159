import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, differencesIn, groupOf } from './drift.fixture.ts'

let app: TestApp
let later = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const look = (n: number, who = 'Daniel') => app.as(app.persona(who).id).post(`/accounts/${accountOf(app, n).id}/reconcileAccess`)
const asked = () => app.simulator.exchanges.list().filter(({ service }) => service === 'graph').length

describe('reconcileAccount', () => {
  it('compares the groups of one account immediately, and returns the new differences', async () => {
    const first = await look(0)
    expect(first).toMatchObject({ status: 200, body: { appeared: 0, compared: { unreadable: [], at: expect.any(String) } } })
    const group = await groupOf(app, accountOf(app, 0))
    await app.context.clients.graph.addGroupMember(group.directoryId, app.persona('Priya').id)
    later += 11_000
    expect((await look(0)).body.appeared).toBe(1)
    expect(await differencesIn(app, group.id)).toMatchObject([{ kind: 'added', member_id: app.persona('Priya').id }])
    const scans = await app.db.selectFrom('access_group_scans').select('group_id').execute()
    expect(scans).toHaveLength(first.body.compared.groups)
  })

  it('asks the directory at most once in ten seconds', async () => {
    await look(1)
    await app.quiet()
    const answers = await Promise.all([look(1), look(1), look(1, 'Niamh')])
    expect(answers.map(({ status, body }) => [status, body.appeared])).toEqual(Array(3).fill([200, 0]))
    expect(asked()).toBe(0)
    later += 11_000
    await look(1)
    expect(asked()).toBeGreaterThan(0)
  })

  it('names the group that could not be read', async () => {
    const group = await groupOf(app, accountOf(app, 2))
    app.simulator.faults.add({
      service: 'graph',
      path: `/groups/${group.directoryId}`,
      action: { kind: 'status', status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No.' } } },
    })
    const { body } = await look(2)
    expect(body.compared.unreadable).toMatchObject([{ group: group.name, lastComparedAt: null }])
  })

  roleSuite(
    'reconcileAccount',
    () => app,
    () => ({ path: `/accounts/${accountOf(app, 3).id}/reconcileAccess` }),
  )

  it('denies an auditor before it asks the directory', async () => {
    await app.quiet()
    expect((await look(3, 'Grace')).status).toBe(403)
    expect(asked()).toBe(0)
  })

  it('rejects an account that isn’t active', async () => {
    const account = accountOf(app, 4)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    expect((await app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/reconcileAccess`)).status).toBe(409)
  })

  it('fails when the directory does not respond, and keeps the known differences', async () => {
    const group = await groupOf(app, accountOf(app, 0))
    const before = await differencesIn(app, group.id)
    later += 11_000
    app.simulator.faults.add({
      service: 'graph',
      path: '/\\$batch',
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'No.' } } },
    })
    expect((await look(0)).status).toBe(502)
    expect(await differencesIn(app, group.id)).toEqual(before)
  })
})
