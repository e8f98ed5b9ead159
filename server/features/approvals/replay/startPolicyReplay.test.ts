import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policyChangeEvidence } from '../policies/evidence.ts'
import { draft, file, livePolicy, replay, startReplayApp } from './policyReplay.fixture.ts'
import { replayPolicy } from './replayPolicy.ts'

let app: TestApp
let ids: string[]
beforeAll(async () => {
  app = await startReplayApp()
  ids = await file(app, [{}, { daysAgo: 20 }, { daysAgo: 40, recorded: false }, { daysAgo: 100 }, { budget: 900, hours: 72 }])
})
afterAll(() => app.close())

const smallBudgetRule = { when: 'request.budget <= 500.0', reason: 'Small budgets pass.' }
const niamh = () => app.as(app.persona('Niamh').id)

describe('startPolicyReplay', () => {
  it('replays every request of the last 90 days, and returns the requests with a different result', async () => {
    const { path } = await draft(app, { approve: [smallBudgetRule] })
    const completedReplay = await replay(app, path)
    expect(completedReplay).toMatchObject({ days: 90, checked: 4, total: 4, unrecorded: 1, changed: 2, stale: false })
    expect(completedReplay.flows).toEqual(
      expect.arrayContaining([
        { from: 'stages', change: 'approvedAutomatically', count: 2 },
        { from: 'stages', change: null, count: 1 },
      ]),
    )
    expect(completedReplay.waits).toMatchObject({ requests: 3, unknown: 0, before: { medianHours: 20 }, after: { medianHours: 0 } })
  })

  it('counts notifications per person, including reminders', async () => {
    const { path } = await draft(app, { approve: [smallBudgetRule] })
    const { notifications } = await replay(app, path)
    const ravi = notifications.topRecipients.find(({ person }: { person: { id: string } }) => person.id === app.persona('Ravi').id)
    expect(ravi).toMatchObject({ before: 4, after: 2 })
    expect(notifications.before).toBeGreaterThan(notifications.after)
  })

  it('tells the approver of the draft how many requests would change', async () => {
    const { id, version, path } = await draft(app, { approve: [smallBudgetRule] })
    await replay(app, path)
    await app.db
      .updateTable('approval_policies')
      .set({ change_id: randomUUID() })
      .where('id', '=', id)
      .where('version', '=', version)
      .execute()
    const changes = app.db.selectFrom('approval_policies').select('change_id').where('id', '=', id).where('version', '=', version)
    const { change_id } = await changes.executeTakeFirstOrThrow()
    const replayOf = async () =>
      (await policyChangeEvidence({ db: app.db, now: app.context.now() }, change_id!)).facts.map(({ value }) => value).join()
    expect(await replayOf()).toMatch(/\b2 of 3\b/)
    const replayed = await replayOf()
    await app.db.updateTable('approval_policies').set({ approve: '[]' }).where('id', '=', id).where('version', '=', version).execute()
    const outdated = await replayOf()
    expect(outdated).not.toMatch(/\b2 of 3\b/)
    await app.db.deleteFrom('policy_replays').where('policy_id', '=', id).execute()
    expect(new Set([replayed, outdated, await replayOf()]).size).toBe(3)
  })

  it('counts no different result if only reminders differ, and warns the approver of nothing', async () => {
    const { stages } = await livePolicy(app)
    const { id, version, path } = await draft(app, { stages: stages.map((stage) => ({ ...stage, remindAfterHours: 96 })) })
    const completedReplay = await replay(app, path)
    expect(completedReplay).toMatchObject({ changed: 0, flows: [{ from: 'stages', change: 'differentReminders', count: 3 }] })
    const changes = (await niamh().get(`${path}/changes?filter=change==differentReminders`)).body
    expect(changes.total).toBe(3)
    expect(changes.items[0].actual.stages).toEqual(changes.items[0].simulated.stages)
    expect(changes.items[0].simulated.differences).toHaveLength(changes.items[0].actual.stages.length)
    const change_id = randomUUID()
    await app.db.updateTable('approval_policies').set({ change_id }).where('id', '=', id).where('version', '=', version).execute()
    const { flags } = await policyChangeEvidence({ db: app.db, now: app.context.now() }, change_id)
    expect(flags.map(({ tone }) => tone)).toEqual(['info'])
  })

  it('says since when the facts of all requests are recorded', async () => {
    const { path } = await draft(app, { approve: [smallBudgetRule] })
    const { unrecorded, recordedSince } = await replay(app, path)
    const { opened_at } = await app.db.selectFrom('approvals').select('opened_at').where('id', '=', ids[1]!).executeTakeFirstOrThrow()
    expect([unrecorded, recordedSince]).toEqual([1, opened_at.toISOString()])
    expect((await replay(app, path, { days: 30 })).recordedSince).toBeNull()
  })

  it('replaces the earlier replay of the draft', async () => {
    const { id, version, path } = await draft(app, { approve: [smallBudgetRule] })
    await replay(app, path)
    const firstReplay = await app.db.selectFrom('policy_replays').select('id').where('policy_id', '=', id).executeTakeFirstOrThrow()
    expect((await replay(app, path, { days: 365 })).total).toBeGreaterThan(4)
    const rows = await app.db.selectFrom('policy_replays').select('id').where('policy_version', '=', version).execute()
    expect(rows.length).toBe(1)
    expect(rows[0]!.id).not.toBe(firstReplay.id)
    await replayPolicy(app.context, { replayId: firstReplay.id })
  })

  it('doesn’t count requests twice when its job is repeated after a crash', async () => {
    const { id, path } = await draft(app, { approve: [smallBudgetRule] })
    const singleAttempt = await replay(app, path)
    const row = await app.db.selectFrom('policy_replays').select('id').where('policy_id', '=', id).executeTakeFirstOrThrow()
    await replayPolicy(app.context, { replayId: row.id })
    expect((await niamh().get(path)).body.replay).toEqual(singleAttempt)
  })

  it('creates a replay that becomes stale when the draft is edited, but keeps its result', async () => {
    const { id, version, path } = await draft(app, { approve: [smallBudgetRule] })
    await replay(app, path)
    await app.db.updateTable('approval_policies').set({ approve: '[]' }).where('id', '=', id).where('version', '=', version).execute()
    expect((await niamh().get(path)).body.replay).toMatchObject({ stale: true, changed: 2 })
  })

  roleSuite(
    'startPolicyReplay',
    () => app,
    async () => ({ path: (await draft(app, {})).path, body: {} }),
  )

  it('rejects a live version, an unknown version, and a period of more than a year', async () => {
    const { id, version } = await livePolicy(app)
    const live = await niamh().post(`/approval-policies/${id}/versions/${version}/replay`, {})
    expect(live).toMatchObject({ status: 409, body: { code: 'wrongState' } })
    expect((await niamh().post(`/approval-policies/${id}/versions/9999/replay`, {})).status).toBe(404)
    const { path } = await draft(app, {})
    for (const days of [0, 366, 1.5]) expect((await niamh().post(path, { days })).status).toBe(400)
    expect((await niamh().get(path)).body).toEqual({ replay: null, can: { start: true } })
  })

  it('returns 409 for a draft with an invalid condition, and names its rule', async () => {
    const { path } = await draft(app, { approve: [{ when: 'request.nothing', reason: 'Odd.' }] })
    const response = await niamh().post(path, {})
    expect(response.status).toBe(409)
    expect(response.body.message).toContain('“Odd.”')
  })
})
