import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { draft, file, replay, startReplayApp } from './policyReplay.fixture.ts'

let app: TestApp
let path: string
beforeAll(async () => {
  app = await startReplayApp()
  await file(app, [{}])
  ;({ path } = await draft(app, { approve: [{ when: 'request.budget <= 500.0', reason: 'Small budgets pass.' }] }))
  await replay(app, path)
})
afterAll(() => app.close())

const store = (side: object, change = 'differentDeadlines') =>
  sql`update policy_replay_changes set change = ${change}, simulated = ${JSON.stringify(side)}::jsonb`.execute(app.db)
const get = (suffix = '') => app.as(app.persona('Grace').id).get(`${path}${suffix}`)
async function readChange() {
  const [list, exported] = [await get('/changes'), await get('/changes/export.csv')]
  expect([list.status, exported.status]).toEqual([200, 200])
  return list.body.items[0]
}
const side = { outcome: 'stages', reason: null, when: null, stages: ['Tower lead'] }
const reminder = { stage: 'Tower lead', part: 'reminder', before: 48, after: 96 }

describe('a replay that another version stored', () => {
  it.each<[string, object, object]>([
    ['a field that this version doesn’t know', { ...side, quorum: { of: 3 } }, { outcome: 'stages', stages: ['Tower lead'] }],
    ['a field of another type', { ...side, minimums: ['two'], votes: 'half', reason: 7, when: {} }, { reason: null, when: null }],
    ['a condition of a later language', { ...side, when: 'request.budget ~~> later(3)' }, { reading: expect.any(String) }],
    ['only the outcome', { outcome: 'stages' }, { outcome: 'stages', reason: null, when: null, stages: [] }],
    ['an outcome that this version doesn’t know', { ...side, outcome: 'postponed' }, { outcome: 'stages' }],
    ['no outcome', {}, { outcome: 'noStage', stages: [] }],
  ])('is read if a change has %s', async (_, stored, expected) => {
    await store(stored)
    const { simulated } = await readChange()
    expect(simulated).toMatchObject(expected)
    for (const field of ['quorum', 'minimums', 'votes']) expect(simulated).not.toHaveProperty(field)
  })

  it('leaves out differences that this version doesn’t know', async () => {
    await store({ ...side, differences: [reminder, { ...reminder, part: 'quorum' }, { part: 'reminder' }, null], onlyReminders: true })
    const { change, simulated } = await readChange()
    expect([change, simulated.differences.length]).toEqual(['differentReminders', 1])
    await store({ ...side, differences: 'all' })
    expect((await readChange()).simulated).not.toHaveProperty('differences')
  })

  it('names the nearest kind of change that this version knows', async () => {
    await sql`alter table policy_replay_changes drop constraint policy_replay_changes_change_check`.execute(app.db)
    const kindOf = async (stored: object) => {
      await store(stored, 'postponed')
      return (await readChange()).change
    }
    const actual = (await readChange()).actual.stages as string[]
    expect(await kindOf({ ...side, outcome: 'approved', stages: [] })).toBe('approvedAutomatically')
    expect(await kindOf({ ...side, stages: [...actual, 'Another'] })).toBe('moreStages')
    expect(await kindOf({ ...side, stages: [] })).toBe('fewerStages')
    expect(await kindOf({ ...side, stages: actual })).toBe('differentApprovers')
  })

  it('counts results that this version doesn’t know, without listing them', async () => {
    const flows = { 'stages>same': 4, 'stages>postponed': 2, 'stages>differentReminders': 1, 'postponed>same': 3, 'stages>noStage': 'many' }
    const waits = { requests: 5, before: { medianHours: 2, p90Hours: 3, p99Hours: 9 }, after: { medianHours: 1 } }
    await sql`update policy_replays set flows = ${JSON.stringify(flows)}::jsonb, waits = ${JSON.stringify(waits)}::jsonb`.execute(app.db)
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body.replay.flows).toEqual([
      { from: 'stages', change: null, count: 4 },
      { from: 'stages', change: 'differentReminders', count: 1 },
    ])
    expect(body.replay).toMatchObject({
      changed: 2,
      waits: { requests: 5, unknown: 0, before: { medianHours: 2, p90Hours: 3 }, after: null },
    })
    await sql`update policy_replays set waits = '"later"'`.execute(app.db)
    expect((await get()).body.replay.waits).toBeNull()
  })
})
