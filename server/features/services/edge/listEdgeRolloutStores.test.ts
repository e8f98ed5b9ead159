import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { freeNumbers, launch, setStores, storeRows } from './edge.fixture.ts'
import { stepTitles } from './steps.ts'

let app: TestApp
let numbers: string[]
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  numbers = freeNumbers(app, 6)
  id = await launch(app, 'Summer tills', numbers, { waveSize: 4 })
  await setStores(app, id, numbers.slice(0, 1), 'building')
  await setStores(app, id, numbers.slice(1, 2), 'failed', 'The range is in use.')
})
afterAll(() => app.close())

const list = async (query = '') => (await app.as(app.persona('Priya').id).get(`/edge/rollouts/${id}/stores?${query}`)).body
const findNumbers = async (query: string) => (await list(query)).items.map((item: { storeNumber: string }) => item.storeNumber)

describe('listEdgeRolloutStores', () => {
  it('shows each store with its status, its account and the cause of failure', async () => {
    const { items, total } = await list()
    const row = (await storeRows(app, id))[1]!
    expect(total).toBe(6)
    expect(items[0]).toMatchObject({ storeNumber: numbers[0], status: 'building', nextStep: stepTitles[0], wave: 1 })
    expect(items[1]).toMatchObject({
      status: 'failed',
      reason: 'The range is in use.',
      nextStep: null,
      account: { id: row.account_id, name: row.account_name },
      addressRange: row.address_range,
    })
    expect(items[5]).toMatchObject({ status: 'planned', wave: 2 })
  })

  it('filters, searches and pages', async () => {
    expect(await findNumbers('filter=status==failed')).toEqual([numbers[1]])
    expect(await findNumbers('filter=wave==2')).toEqual(numbers.slice(4))
    const { region, store_name } = (await storeRows(app, id))[2]!
    expect(await findNumbers(`filter=region==${region}`)).toContain(numbers[2])
    expect(await findNumbers(`search=${encodeURIComponent(store_name)}`)).toContain(numbers[2])
    expect(await findNumbers('size=2&page=2')).toEqual(numbers.slice(2, 4))
  })

  roleSuite(
    'listEdgeRolloutStores',
    () => app,
    () => ({ path: `/edge/rollouts/${id}/stores` }),
  )

  it('returns 404 for an unknown rollout', async () => {
    const { status } = await app.as(app.persona('Priya').id).get('/edge/rollouts/0197f0e0-0000-7000-8000-000000000000/stores')
    expect(status).toBe(404)
  })
})
