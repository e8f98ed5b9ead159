import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, endWave, freeNumbers, launch, setStores, storeRows } from './edge.fixture.ts'
import { nothingToCancel } from './policy.ts'

let app: TestApp
let numbers: string[]
let id: string
const body = { reason: 'The tills were the wrong ones.' }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  numbers = freeNumbers(app, 6)
  id = await launch(app, 'Summer tills', numbers, { waveSize: 3 })
  await setStores(app, id, numbers.slice(0, 1), 'ready')
  await setStores(app, id, numbers.slice(1, 2), 'failed')
})
afterAll(() => app.close())

const path = () => `/edge/rollouts/${id}/cancel`

describe('cancelEdgeRollout', () => {
  roleSuite(
    'cancelEdgeRollout',
    () => app,
    () => ({ path: path(), body }),
  )

  it('skips stores that have not started, frees their names and ranges, and keeps finished ones', async () => {
    await endWave(app, id, 'halted')
    expect(await administrator(app).post(path(), body)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', counts: { ready: 1, skipped: 5 }, waves: [{ status: 'cancelled' }, { status: 'cancelled' }] },
    })
    const rows = await storeRows(app, id)
    expect(rows[5]!.reason).toMatch(/^Niamh Brennan .*: The tills were the wrong ones\.$/)
    const accounts = await app.db
      .selectFrom('accounts')
      .select(['id', 'status'])
      .where(
        'id',
        'in',
        rows.map((row) => row.account_id!),
      )
      .execute()
    const statusOf = (index: number) => accounts.find((account) => account.id === rows[index]!.account_id)!.status
    expect([statusOf(1), statusOf(5)]).toEqual(['failed', 'deleted'])
    const repeated = await administrator(app).post('/edge/newStores', { name: 'Autumn tills', stores: [{ storeNumber: numbers[5] }] })
    expect([repeated.status, (await storeRows(app, repeated.body.id))[0]!.address_range]).toEqual([201, rows[2]!.address_range])
  })

  it('rejects a cancelled rollout', async () => {
    expect(await administrator(app).post(path(), body)).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
  })

  it('rejects a rollout in which nothing can be cancelled', async () => {
    const [singleNumber = ''] = freeNumbers(app, 1, 20)
    const otherId = await launch(app, 'One store', [singleNumber])
    await setStores(app, otherId, [singleNumber], 'ready')
    await endWave(app, otherId, 'built')
    expect((await administrator(app).post(`/edge/rollouts/${otherId}/cancel`, body)).body.message).toBe(nothingToCancel)
  })
})
