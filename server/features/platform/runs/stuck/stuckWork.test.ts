import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSandbox } from '../../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { endWave, freeNumbers, launch, setStores } from '../../../services/edge/edge.fixture.ts'
import { type StuckRun, startWithStuckRun } from '../stuckRun.fixture.ts'
import { makeFailedSandbox } from '../stuckWork.fixture.ts'
import type { StuckItem } from './schemas.ts'

let fixture: StuckRun
beforeAll(async () => {
  fixture = await startWithStuckRun()
  const { app } = fixture
  const owners = [app.persona('Priya').id]
  await makeFailedSandbox(app, 'failed-lab', owners)
  await makeSandbox(app.db, { name: 'left-over-lab', owners, status: 'quarantined' })
  await endWave(app, await launch(app, 'Halted tills', freeNumbers(app, 1)), 'halted')
  const numbers = freeNumbers(app, 2, 5)
  const built = await launch(app, 'Built tills', numbers)
  await setStores(app, built, numbers, 'failed')
  await endWave(app, built, 'built')
})
afterAll(() => fixture.app.close())

const niamh = () => fixture.app.as(fixture.app.persona('Niamh').id)
const list = async (query = ''): Promise<{ items: StuckItem[]; total: number }> => (await niamh().get(`/work/stuck?${query}`)).body
const names = async (query: string) => (await list(query)).items.map(({ name }) => name)

describe('the list of stuck work', () => {
  it('lists items that people wait for first, then the items that have been stuck longest', async () => {
    const { items, total } = await list('size=200')
    expect(items.length).toBe(total)
    const order = items.map(({ waiting, since }) => `${waiting.people > 0 ? 0 : 1} ${since}`)
    expect(order).toEqual(order.toSorted())
    expect(new Set(order.map((text) => text[0]))).toEqual(new Set(['0', '1']))
  })

  it('has the same number of items in Home’s tasks, in the cockpit and in the list', async () => {
    const { tasks } = (await niamh().get('/me/tasks')).body as { tasks: { kind: string; count: number }[] }
    const counted = tasks.filter(({ kind }) => kind.startsWith('stuck')).reduce((sum, { count }) => sum + count, 0)
    const { stuckWork } = (await niamh().get('/work/overview')).body
    const { items, total } = await list('size=200')
    expect(total).toBeGreaterThan(3)
    expect([counted, stuckWork.total]).toEqual([total, total])
    expect(stuckWork.oldestSince).toBe(items.map(({ since }) => since).toSorted()[0])
    for (const [kind, task] of [
      ['run', 'stuckRuns'],
      ['sandbox', 'stuckSandboxes'],
      ['rollout', 'stuckRollouts'],
    ])
      expect((await list(`filter=kind==${kind}`)).total).toBe(tasks.find((each) => each.kind === task)!.count)
  })

  it('filters by kind and state, searches by name and reference, and pages', async () => {
    expect(await names('filter=kind==rollout;state==failed')).toEqual(['Built tills'])
    expect(await names('search=left-over')).toEqual(['left-over-lab'])
    expect(await names(`search=${fixture.stuckAccount.reference}`)).toEqual(['stuck-account'])
    expect((await list('filter=waiting==none')).items.every(({ waiting }) => waiting.people === 0)).toBe(true)
    expect((await list('size=1&page=2')).items).toEqual((await list('size=200')).items.slice(1, 2))
    expect(await list(`filter=name==${randomUUID()}`)).toMatchObject({ items: [], total: 0 })
  })
})
