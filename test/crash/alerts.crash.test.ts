import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupsOf, incidentsOf, newKey } from '../../server/features/services/alerts/alerts.fixture.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

const count = 500
const senders = 16
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const addressOf = (server: ServerProcess) => /http:\/\/127\.0\.0\.1:\d+(?=")/.exec(server.log().split('Server listening')[1] ?? '')?.[0]

it('counts each alert once, in one incident, if the server is killed during an alert storm', async () => {
  const accountId = app.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!.id
  const { key } = await newKey(app, accountId)
  const openedPromise = Promise.withResolvers<void>()
  const action = { kind: 'hold', when: 'after', held: openedPromise.resolve } as const
  app.simulator.faults.add({ service: 'servicenow', method: 'POST', path: '/table/incident', count: 1, action })
  let server = await startServer(app)
  const remainingNumbers = Array.from({ length: count }, (_, n) => n)
  let rejectedCount = 0

  /** Repeats alerts without a response, like a monitoring system. */
  async function sender(): Promise<void> {
    for (let n = remainingNumbers.pop(); n !== undefined; n = remainingNumbers.pop()) {
      await until(async () => {
        const address = addressOf(server)
        if (address === undefined) return false
        const response = await fetch(`${address}/snow/alert/account/${accountId}/key/${key}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'The tills are offline', severity: 'critical', id: `event-${n}` }),
        }).catch(() => undefined)
        if (response?.status !== 202) rejectedCount++
        return response?.status === 202
      })
      if (remainingNumbers.length < count / 2) await serverKilled.promise
    }
  }
  const serverKilled = Promise.withResolvers<void>()
  const senderRuns = Promise.all(Array.from({ length: senders }, sender))
  await openedPromise.promise
  server.signal('SIGKILL')
  serverKilled.resolve()
  await server.ended
  server = await startServer(app)
  await senderRuns
  try {
    await until(async () => {
      const [group] = await groupsOf(app, accountId)
      return group?.count === count && group.incident_status === 'open'
    })
    expect(rejectedCount).toBeGreaterThan(0)
    const events = await app.db.selectFrom('alert_events').select('grouped_at').where('account_id', '=', accountId).execute()
    expect([events.length, events.filter(({ grouped_at }) => grouped_at === null).length]).toEqual([count, 0])
    expect((await groupsOf(app, accountId)).length).toBe(1)
    expect(await incidentsOf(app, accountId)).toMatchObject([{ short_description: 'The tills are offline', priority: '1' }])
  } finally {
    server.signal('SIGKILL')
    await server.ended
  }
})
