import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeNotes } from '../../server/features/accounts/repository/mergeChange.ts'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import { inServiceNow, newIncident } from '../../server/features/services/incidents/incidents.fixture.ts'
import { pullOf, stepOf } from '../../server/features/services/pipelines/merging.fixture.ts'
import type { Exchange } from '../../simulator/core/exchangeLog.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { accountOfDaniel, readChangedAccount } from '../readChangedAccount.ts'
import { until } from '../until.ts'
import { killedAt, waitForRuns } from './killed.ts'
import { startServer } from './serverProcess.ts'

const settings = { SLIPWAY_MERGE: 'onRequest' }
let app: TestApp & { settings: typeof settings }
beforeAll(async () => {
  app = { ...(await startTestApp({ runJobs: false })), settings }
  app.simulator.asyncDelayMs = 20
})
afterAll(() => app.close())

const runOf = async (subjectId: string) => ({
  runId: (await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()).id,
})

async function readyChanges() {
  const serviceUpdates = services(app)
  const changes = await Promise.all(
    [0, 1].map(async (n) => {
      const account = accountOfDaniel(app, n)
      const update = await serviceUpdates.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
      await serviceUpdates.vote('Ravi', update)
      return { account, id: update.id as string }
    }),
  )
  const server = await startServer(app)
  const ready = async ({ id }: { id: string }) => (await stepOf(app, id))?.note?.includes(mergeNotes.ready) ?? false
  try {
    await until(async () => (await Promise.all(changes.map(ready))).every(Boolean))
  } finally {
    server.signal('SIGKILL')
    await server.ended
  }
  return changes
}

it('opens one incident and merges one pull request when the server is killed before and after the calls', async () => {
  const changes = await readyChanges()
  const merges: Exchange[] = []
  const end = app.simulator.exchanges.onExchange((exchange) => {
    if (exchange.service === 'git' && exchange.method === 'PUT' && /\/merge$/.test(exchange.path) && exchange.status < 300)
      merges.push(exchange)
  })
  const daniel = app.as(app.persona('Daniel').id)
  const titles = ['The tills are slow', 'The scales are wrong']
  // No worker is running, so both calls respond that they continue in the background.
  const responses = await Promise.all([
    ...titles.map((title, n) => daniel.post('/snow/incident', newIncident(changes[n]!.account.id, { title }))),
    ...changes.map(({ id }) => app.as(app.persona('Niamh').id).patch('/utils/pipeline/update/merge', { updateId: id })),
  ])
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  const incidents = responses.slice(0, 2).map(({ body }) => body.id as string)
  const runs = await Promise.all([...incidents, ...changes.map(({ id }) => id)].map(runOf))
  const openIncidentCall = { service: 'servicenow', method: 'POST', path: '/table/incident' } as const
  const mergeCall = { service: 'git', method: 'PUT', path: '/merge$' } as const
  await killedAt(app, runs, [
    { ...openIncidentCall, when: 'before' },
    { ...openIncidentCall, when: 'after' },
    { ...mergeCall, when: 'before' },
    { ...mergeCall, when: 'after' },
  ])
  await waitForRuns(app, runs)
  end()

  for (const [n, title] of titles.entries()) {
    const id = incidents[n]!
    expect(inServiceNow(app, title)).toMatchObject([{ correlation_id: id }])
    const row = await app.db.selectFrom('incidents').select(['number', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toEqual({ number: inServiceNow(app, title)[0]!.number, status: 'new' })
  }
  for (const { account, id } of changes) {
    expect(await readChangedAccount(app, account, id)).toMatchObject({
      run: 'succeeded',
      stepsLeft: [],
      pullRequests: ['merged'],
      itemIds: account.catalogueItemIds.slice(1),
      notifiedDone: 1,
    })
    const pull = (await pullOf(app, id))!
    expect(pull).toMatchObject({ state: 'merged', ordered_by: 'Niamh Brennan' })
    // Runs that were complete when the first server was killed must not be repeated, because a repetition would fail.
    expect(merges.filter(({ path }) => path.endsWith(`/pulls/${pull.number}/merge`)).length).toBeLessThanOrEqual(1)
  }
})
