import { afterAll, beforeAll, expect, it } from 'vitest'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import type { ServiceName } from '../../simulator/core/serviceName.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { accountOfDaniel, type ChangedAccount, readChangedAccount } from '../readChangedAccount.ts'
import type { CallFailpoint } from './failpoints.ts'
import { killedAt, waitForRuns } from './killed.ts'

const minuteMs = 60_000
let app: TestApp
let serviceUpdates: ReturnType<typeof services>

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
  serviceUpdates = services(app)
})
afterAll(() => app.close())

type Write = [service: ServiceName, method: string, path: string]
const pullRequest: Write[] = [
  ['git', 'POST', '/pulls$'],
  ['git', 'PUT', '/merge$'],
]

async function killAfterEachWrite(writes: Write[], account: ChangedAccount, updateId: string) {
  const { id: runId } = (await serviceUpdates.runOf(updateId))!
  const failpoints = writes.map(([service, method, path]): CallFailpoint => ({ service, method, path, when: 'after' }))
  await killedAt(app, [{ runId }], failpoints)
  await waitForRuns(app, [{ runId }])
  return readChangedAccount(app, account, updateId)
}

it(
  'applies a change of services once when the server is killed after its writes',
  async () => {
    const account = accountOfDaniel(app, 0)
    const item = serviceUpdates.missing(account)
    const update = await serviceUpdates.ask(account, { add: [serviceUpdates.order(item.name)], remove: [account.catalogueItemIds[0]!] })
    await serviceUpdates.vote('Ravi', update)
    const writes: Write[] = [['git', 'PUT', '/catalogue/'], ...pullRequest]
    expect(await killAfterEachWrite(writes, account, update.id)).toMatchObject({
      run: 'succeeded',
      stepsLeft: [],
      itemIds: [...account.catalogueItemIds.slice(1), item.id].toSorted(),
      pullRequests: ['merged'],
      notifiedDone: 1,
    })
  },
  10 * minuteMs,
)

it(
  'applies a change of details once when the server is killed after its writes',
  async () => {
    const account = accountOfDaniel(app, 1)
    const daniel = app.as(app.persona('Daniel').id)
    const { tags, budget } = (await daniel.get(`/accounts/myAccounts/${account.id}`)).body
    const { service: _removed, ...remaining } = tags
    await daniel.patch(`/accounts/myAccounts/${account.id}`, {
      tags: { ...remaining, squad: 'till' },
      budget: { ...budget, amount: 99_900 },
    })
    const { id } = await app.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
    const writes: Write[] = [
      ['arm', 'PATCH', '/tags/default'],
      ['arm', 'PUT', '/budgets/'],
      ...pullRequest,
      ['servicenow', 'PATCH', 'cmdb_ci_cloud_service_account'],
    ]
    const updated = await killAfterEachWrite(writes, account, id)
    expect(updated).toMatchObject({ run: 'succeeded', stepsLeft: [], pullRequests: ['merged'], budget: 999, configurationItems: 1 })
    expect(updated.tags).toMatchObject({ squad: 'till' })
    expect(updated.tags).not.toHaveProperty('service')
  },
  10 * minuteMs,
)
