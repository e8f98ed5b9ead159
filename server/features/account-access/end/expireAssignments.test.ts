import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../account-groups/groups.fixture.ts'
import { accountOf, ask, assignmentRow, decide, directoryDown, grantOf, isIn } from '../access.fixture.ts'
import { expireAssignments } from './expireAssignments.ts'

let app: TestApp
let later = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + later) })
})
afterAll(() => app.close())

const hour = 3_600_000
const expire = () => expireAssignments(app.context)

/** Priya in a group of the account for a day, as the directory has it. */
async function granted(n: number, durationHours = 24) {
  const asked = await ask(app, accountOf(app, n), { durationHours })
  await decide(app, 'Daniel', asked.approvalId)
  await app.drain()
  return asked
}

const statusOf = async (requestId: string) => (await grantOf(app, requestId))!.status

describe('expireAssignments', { timeout: 45_000 }, () => {
  it('takes a person out when the time is over, once, and tells them', async () => {
    later = 0
    const { body, group } = await granted(0)
    later = 23.9 * hour
    expect(await expire()).toBe(0)
    expect(await statusOf(body.id)).toBe('active')
    later = 24.1 * hour
    const counts = await Promise.all([expire(), expire()])
    expect(counts[0]! + counts[1]!).toBe(1)
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    expect(await expire()).toBe(0)
    const told = await app.db.selectFrom('notifications').select('title').where('kind', '=', 'accessEnded').execute()
    expect(told).toEqual([{ title: `Your time in ${group.name} is over` }])
  })

  it('ends what became due while Slipway was off, and leaves what has no end', async () => {
    later = 0
    const due = [await granted(1), await granted(2)]
    const forGood = await ask(app, accountOf(app, 3))
    await decide(app, 'Daniel', forGood.approvalId)
    await app.drain()
    later = 24 * 30 * hour
    expect(await expire()).toBe(2)
    await app.drain()
    for (const { body } of due) expect(await statusOf(body.id)).toBe('expired')
    expect(await statusOf(forGood.body.id)).toBe('active')
  })

  it('keeps a membership that another live grant justifies', async () => {
    later = 0
    const { body, group } = await granted(4)
    await app.db
      .insertInto('group_assignments')
      .values({
        id: randomUUID(),
        group_id: group.id,
        person_id: app.persona('Priya').id,
        via: 'admin',
        request_id: null,
        ends_at: null,
        status: 'active',
      })
      .execute()
    later = 25 * hour
    await expire()
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('gives a membership back that was approved anew while it was being taken away', async () => {
    later = 0
    const { body, group } = await granted(5)
    const hold = app.simulator.faults.add({
      service: 'graph',
      method: 'DELETE',
      path: `/groups/${group.directory_group_id}/members`,
      count: 1,
      action: { kind: 'delay', ms: 1_500 },
    })
    later = 25 * hour
    await expire()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await app.db
      .insertInto('group_assignments')
      .values({
        id: randomUUID(),
        group_id: group.id,
        person_id: app.persona('Priya').id,
        via: 'admin',
        request_id: null,
        ends_at: null,
        status: 'active',
      })
      .execute()
    await app.drain()
    app.simulator.faults.remove(hold)
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('waits while the directory is down; the person stays marked as on the way out', async () => {
    later = 0
    const { body, group } = await granted(6)
    later = 25 * hour
    const fault = directoryDown(app, group.directory_group_id!)
    await expire()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await statusOf(body.id)).toBe('revoking')
    app.simulator.faults.remove(fault)
    await app.drain()
    expect(await statusOf(body.id)).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  it('does not begin what would be over already', async () => {
    later = 0
    const group = await groupRow(app, `az-${accountOf(app, 7).name}-contributors`)
    const fault = directoryDown(app, group.directory_group_id!)
    const { body } = await app.as(app.persona('Niamh').id).post(`/account-access/${group.id}`, {
      personId: app.persona('Priya').id,
      reason: 'For an hour, to look at the logs.',
      endsAt: new Date(Date.now() + hour).toISOString(),
    })
    later = 2 * hour
    expect(await expire()).toBe(1)
    app.simulator.faults.remove(fault)
    await app.drain()
    expect((await assignmentRow(app, body.id)).status).toBe('expired')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })
})
