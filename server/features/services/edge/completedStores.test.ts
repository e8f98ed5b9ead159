import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { endWave, freeNumbers, launch, rolloutOf, setStores, storeRows } from './edge.fixture.ts'

let app: TestApp
let numbers: string[]
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  numbers = freeNumbers(app, 12)
  id = await launch(app, 'Tills', numbers)
  await setStores(app, id, numbers.slice(0, 8), 'ready')
  await setStores(app, id, numbers.slice(8, 9), 'failed')
  await setStores(app, id, numbers.slice(9, 10), 'building')
})
afterAll(() => app.close())

const path = '/edge/completedStores'
const report = async (body: string[]) => (await app.withKey(['edge:complete'])).caller.patch(path, body)
const outcomes = (body: { results: { storeNumber: string; result: string }[] }) =>
  Object.fromEntries(body.results.map(({ storeNumber, result }) => [storeNumber, result]))

describe('completedStores', () => {
  it('returns a result per number, and completes the valid ones even if others fail', async () => {
    const activeNumber = app.company.accounts.find(({ kind, status }) => kind === 'edge' && status === 'active')!.storeNumbers[0]!
    const [firstId = '', secondNumber = '', , , , , , , failedNumber = '', buildingStore = '', queuedNumber = ''] = numbers
    const { status, body } = await report([
      firstId,
      ` ${secondNumber} `,
      firstId,
      failedNumber,
      buildingStore,
      queuedNumber,
      activeNumber,
      '999999',
      'till 4',
    ])
    expect(status).toBe(200)
    expect(outcomes(body)).toEqual({
      [firstId]: 'completed',
      [secondNumber]: 'completed',
      [failedNumber]: 'failed',
      [buildingStore]: 'notReady',
      [queuedNumber]: 'notReady',
      [activeNumber]: 'alreadyCompleted',
      '999999': 'unknown',
      'till 4': 'unknown',
    })
    expect([body.counts.completed, body.counts.notReady, body.duplicates]).toEqual([2, 2, 1])
    expect((await rolloutOf(app, id)).counts).toMatchObject({ completed: 2, ready: 6 })
    const rows = await storeRows(app, id)
    expect(rows[0]).toMatchObject({ status: 'completed', completed_at: expect.any(Date), completed_by: expect.any(String) })
  })

  it('changes nothing when it is repeated', async () => {
    const rowBefore = (await storeRows(app, id))[0]!
    expect(outcomes((await report([numbers[0]!])).body)).toEqual({ [numbers[0]!]: 'alreadyCompleted' })
    expect((await storeRows(app, id))[0]).toEqual(rowBefore)
  })

  it('completes each store once in concurrent calls', async () => {
    const reportedNumbers = numbers.slice(2, 7)
    const responses = await Promise.all([report(reportedNumbers), report(reportedNumbers.toReversed())])
    const results = responses.map(({ body }) => outcomes(body))
    for (const number of reportedNumbers) expect(results.map((each) => each[number]).toSorted()).toEqual(['alreadyCompleted', 'completed'])
  })

  it('completes the rollout with its last store', async () => {
    const [singleNumber = ''] = freeNumbers(app, 1, 30)
    const otherId = await launch(app, 'One store', [singleNumber])
    await setStores(app, otherId, [singleNumber], 'ready')
    await endWave(app, otherId, 'built')
    await report([singleNumber])
    expect(await rolloutOf(app, otherId)).toMatchObject({ status: 'completed', endedAt: expect.any(String) })
  })

  it('is audited with the key’s name, without its secret', async () => {
    const { key, publicId, caller } = await app.withKey(['edge:complete'])
    await caller.patch(path, [numbers[7]!])
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'completedStores')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', after: { completed: [numbers[7]] } })
    expect(JSON.stringify(event)).toContain(publicId)
    expect(JSON.stringify(event)).not.toContain(key)
  })

  roleSuite(
    'completedStores',
    () => app,
    () => ({ path, body: ['1001'] }),
  )

  it('denies administrators, because only the automation can call it', async () => {
    expect((await app.as(app.persona('Niamh').id).patch(path, ['1001'])).status).toBe(403)
  })

  it('rejects an empty list, a list that is too long, and entries that are not text', async () => {
    for (const body of [[], Array.from({ length: 5_001 }, () => '1'), [17], ['x'.repeat(21)]])
      expect((await report(body as string[])).status).toBe(400)
  })
})
