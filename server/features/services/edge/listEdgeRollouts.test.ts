import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { endWave, freeNumbers, launch } from './edge.fixture.ts'

let app: TestApp
let firstId: string
let secondId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  firstId = await launch(app, 'Summer tills', freeNumbers(app, 3), { waveSize: 2 })
  await endWave(app, firstId, 'halted')
  secondId = await launch(app, 'Winter tills', freeNumbers(app, 1, 5))
})
afterAll(() => app.close())

const list = async (query = '') => (await app.as(app.persona('Priya').id).get(`/edge/rollouts?${query}`)).body
const ids = async (query: string) => (await list(query)).items.map((item: { id: string }) => item.id)

describe('listEdgeRollouts', () => {
  it('shows the latest first, with the number of stores per status', async () => {
    const { items, total, can } = await list()
    expect([total, can]).toEqual([2, { launch: expect.any(String) }])
    expect(items).toMatchObject([
      { id: secondId, status: 'running', waves: 1, currentWave: 1, counts: { total: 1, queued: 1 } },
      {
        id: firstId,
        status: 'halted',
        waves: 2,
        currentWave: 1,
        counts: { total: 3, planned: 3 },
        haltReason: '3 stores of wave 1 failed.',
      },
    ])
  })

  it('filters, searches, sorts and pages', async () => {
    expect(await ids('filter=status==halted')).toEqual([firstId])
    expect(await ids('search=winter')).toEqual([secondId])
    expect(await ids('sort=createdAt')).toEqual([firstId, secondId])
    expect(await ids('size=1&page=2')).toEqual([firstId])
  })

  roleSuite(
    'listEdgeRollouts',
    () => app,
    () => ({ path: '/edge/rollouts' }),
  )

  it('rejects an unknown field', async () => {
    expect(await list('filter=colour==red')).toMatchObject({ code: 'invalidFilter' })
  })
})
