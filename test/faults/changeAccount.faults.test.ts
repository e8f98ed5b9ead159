import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergeNotes } from '../../server/features/accounts/repository/mergeChange.ts'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import type { FaultRule } from '../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { accountOfDaniel, readChangedAccount } from '../readChangedAccount.ts'

interface FailureCase {
  title: string
  rules: (account: { name: string; subscriptionId: string; id: string }, branch: string) => FaultRule[]
  stuck?: { step: string; says: RegExp }
}
const buildRejection = (
  service: 'arm' | 'git' | 'servicenow',
  status: number,
  count: number,
  code: string,
  headers?: Record<string, string>,
) => ({
  service,
  count,
  action: {
    kind: 'status' as const,
    status,
    body: service === 'arm' ? { error: { code, message: `${code}, says Azure.` } } : { message: code },
    ...(headers ? { headers } : {}),
  },
})

const failures: FailureCase[] = [
  {
    title: 'throttled tags, with and without a retry delay',
    rules: ({ subscriptionId }) => [
      { method: 'PATCH', path: `${subscriptionId}.*/tags`, ...buildRejection('arm', 429, 2, 'TooManyRequests', { 'retry-after': '1' }) },
      { method: 'GET', path: `${subscriptionId}.*/tags`, ...buildRejection('arm', 429, 1, 'TooManyRequests') },
    ],
  },
  {
    title: 'budget errors for longer than the retries of one call',
    rules: ({ subscriptionId }) => [
      { method: 'GET', path: `${subscriptionId}.*/budgets`, ...buildRejection('arm', 503, 6, 'ServerTimeout') },
    ],
  },
  {
    title: 'lost responses to the tags, the budget and the merge',
    rules: ({ subscriptionId, name }) => [
      { service: 'arm', method: 'PATCH', path: `${subscriptionId}.*/tags`, count: 1, action: { kind: 'reset', when: 'after' } },
      { service: 'arm', method: 'PUT', path: `${subscriptionId}.*/budgets`, count: 1, action: { kind: 'reset', when: 'after' } },
      { service: 'git', method: 'PUT', path: `accounts/${name}/account.json`, count: 1, action: { kind: 'reset', when: 'after' } },
    ],
  },
  {
    title: 'a truncated response of the repository',
    rules: ({ name }) => [{ service: 'git', method: 'GET', path: `accounts/${name}/`, count: 1, action: { kind: 'truncate' } }],
  },
  {
    title: 'GitHub’s secondary rate limit',
    rules: ({ name }) => [
      { path: `accounts/${name}/`, ...buildRejection('git', 403, 1, 'You have exceeded a secondary rate limit.', { 'retry-after': '1' }) },
    ],
  },
  {
    title: 'a hibernating configuration database',
    rules: ({ id }) => [
      {
        service: 'servicenow',
        path: `cmdb_ci_cloud_service_account\\?.*${id}`,
        count: 1,
        action: {
          kind: 'status',
          status: 200,
          body: '<html>Your instance is hibernating</html>',
          headers: { 'content-type': 'text/html' },
        },
      },
    ],
  },
  {
    title: 'tags that Azure rejects',
    rules: ({ subscriptionId }) => [
      { method: 'PATCH', path: `${subscriptionId}.*/tags`, ...buildRejection('arm', 400, 1, 'RequestDisallowedByPolicy') },
    ],
    stuck: { step: 'setTags', says: /RequestDisallowedByPolicy, says Azure/ },
  },
]

let app: TestApp
let serviceUpdates: ReturnType<typeof services>
const updates: string[] = []
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 50
  serviceUpdates = services(app)
  const daniel = app.as(app.persona('Daniel').id)
  for (const [n, { rules }] of failures.entries()) {
    const account = accountOfDaniel(app, n)
    const { tags, budget } = (await daniel.get(`/accounts/myAccounts/${account.id}`)).body
    const { service: _removed, ...remaining } = tags
    await daniel.patch(`/accounts/myAccounts/${account.id}`, {
      tags: { ...remaining, squad: 'till' },
      budget: { ...budget, amount: 99_900 },
    })
    const { id, reference } = await app.db
      .selectFrom('account_updates')
      .select(['id', 'reference'])
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    updates.push(id)
    for (const rule of rules(account, `slipway/${reference.toLowerCase()}`)) app.simulator.faults.add(rule)
  }
  await app.jobs.work(handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }))
})
afterAll(() => app.close())

describe('a change of details despite a failure', () => {
  it.each(failures.map((failure, n) => [failure.title, failure, n] as const))('succeeds despite %s', async (_title, { stuck }, n) => {
    await app.drain()
    const account = accountOfDaniel(app, n)
    if (stuck) {
      const currentAccount = await readChangedAccount(app, account, updates[n]!)
      expect(currentAccount).toMatchObject({ run: 'failed', pullRequests: [] })
      expect(currentAccount.stepsLeft[0]).toMatch(stuck.says)
      const run = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', updates[n]!).executeTakeFirstOrThrow()
      expect((await app.as(app.persona('Niamh').id).post(`/work/${run.id}/steps/${stuck.step}/retry`)).status).toBe(200)
      await app.drain()
    }
    const updated = await readChangedAccount(app, account, updates[n]!)
    expect(updated).toMatchObject({ run: 'succeeded', stepsLeft: [], pullRequests: ['merged'], budget: 999, configurationItems: 1 })
    expect(updated.tags).toMatchObject({ squad: 'till' })
    expect(updated.tags).not.toHaveProperty('service')
  })
})

it('waits for a pipeline that does not end, and shows the reason to the requester', async () => {
  const account = accountOfDaniel(app, failures.length)
  app.simulator.faults.add({ service: 'git', method: 'POST', path: '/pulls$', count: 1, action: { kind: 'stuck' } })
  const update = await serviceUpdates.ask(account)
  await serviceUpdates.vote('Ravi', update)
  const isWaiting = async () => (await serviceUpdates.runOf(update.id))?.status === 'waiting'
  await expect.poll(isWaiting).toBe(true)
  const response = await app.as(app.persona('Daniel').id).get(`/accounts/${account.id}/updates/${update.id}`)
  expect(response.body.run.steps[0]).toMatchObject({
    status: expect.stringMatching(/waiting|running/),
    note: expect.stringContaining(mergeNotes.waitsForChecks),
  })
  expect(await readChangedAccount(app, account, update.id)).toMatchObject({ itemIds: account.catalogueItemIds, pullRequests: ['open'] })
})
