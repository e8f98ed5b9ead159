import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { day, delegationsOf, hour } from '../delegations/delegations.fixture.ts'
import { checkUnstaffedStages } from '../substitutes/checkUnstaffedStages.ts'
import { onlyRavi } from '../substitutes/substitute.fixture.ts'
import { setReplies } from './calendars.fixture.ts'
import { syncCalendars } from './syncCalendars.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
let later = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
  they = delegationsOf(app)
  await onlyRavi(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await they.clear()
  await app.db.deleteFrom('calendars').execute()
  await app.db.deleteFrom('calendar_refusals').execute()
  app.simulator.faults.clear()
  app.simulator.exchanges.clear()
})

const at = (ms: number) => new Date(app.context.now().getTime() + ms)
/** Moves the clock and runs the schedules: they find the approvers, read their calendars and check the stages again. */
async function clock(hours = 1.1): Promise<void> {
  later += hours * hour
  await checkUnstaffedStages(app.context)
  await syncCalendars(app.context)
  await checkUnstaffedStages(app.context)
}
const approverOf = async (approvalId: string, who: string, by = 'Priya') => {
  const { body } = await they.as(by).get(`/account-approvals/${approvalId}`)
  return body.stages[0].approvers.find(({ id }: { id: string }) => id === they.id(who))
}
const kept = () => app.db.selectFrom('calendars').selectAll().where('person_id', '=', they.id('Ravi')).executeTakeFirst()
const asked = () => app.simulator.exchanges.list().filter(({ path }) => path.includes('mailboxSettings')).length
const countNotifications = async (who: string, kind: string, id: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select('id')
      .where('person_id', '=', they.id(who))
      .where('kind', '=', kind)
      .where('subject_id', '=', id)
      .execute()
  ).length

describe('syncCalendars', () => {
  it('shows absences to the requester, requests substitutes, and prevents reminders', async () => {
    const approvalId = await they.ask()
    const until = at(9 * day)
    await setReplies(app, 'Ravi', { from: at(-hour), until })
    await clock()
    expect((await approverOf(approvalId, 'Ravi')).away).toEqual({
      until: new Date(Math.floor(until.getTime() / 1000) * 1000).toISOString(),
      byCalendar: true,
    })
    expect(await countNotifications('Niamh', 'substituteNeeded', approvalId)).toBe(1)
    const substitute = await they.as('Niamh').get(`/account-approvals/${approvalId}/cover`)
    expect(substitute.body).toMatchObject({ need: 'unstaffed', problem: null })
    await clock(48)
    await advanceApprovals(app.context)
    expect(await countNotifications('Ravi', 'decisionReminder', approvalId)).toBe(0)
    expect(await countNotifications('Ravi', 'decisionNeeded', approvalId)).toBe(1)
    expect((await they.vote('Ravi', approvalId)).status).toBe(200)
    later = 0
  })

  it('leaves absent people out of an escalation, unless a delegate can decide', async () => {
    const rule = (who: string) => ({ kind: 'person' as const, personId: they.id(who) })
    const alternates = { kind: 'anyOf' as const, of: [rule('Ravi'), rule('Samuel')] }
    const back = await putPolicy(app, 'accountRequest', {
      reject: [],
      approve: [],
      stages: [{ name: 'Ewa', rule: rule('Ewa'), minimum: 1, escalateAfterHours: 4, alternates }],
    })
    const [away, covered] = [await they.ask(), await they.ask()]
    await back()
    await setReplies(app, 'Ravi', 'on')
    await app.db
      .updateTable('approval_stages')
      .set({ escalate_at: at(24 * hour) })
      .where('approval_id', '=', covered)
      .execute()
    // The calendars of alternates are read before the escalation.
    await clock(2.5)
    expect(await countNotifications('Samuel', 'decisionNeeded', away)).toBe(0)
    later += 2 * hour
    await advanceApprovals(app.context)
    expect([await countNotifications('Ravi', 'decisionNeeded', away), await countNotifications('Samuel', 'decisionNeeded', away)]).toEqual([
      0, 1,
    ])
    // Approvers who are away can still decide, and the requester sees their absence.
    expect(await approverOf(away, 'Ravi')).toMatchObject({ alternate: true, away: { byCalendar: true } })
    expect((await they.vote('Ravi', away)).status).toBe(200)

    await they.set('Ravi', 'Tomasz')
    later += 24 * hour
    await advanceApprovals(app.context)
    expect([
      await countNotifications('Tomasz', 'decisionNeeded', covered),
      await countNotifications('Samuel', 'decisionNeeded', covered),
    ]).toEqual([1, 1])
    expect((await they.vote('Tomasz', covered)).body.status).toBe('approved')
    later = 0
    await setReplies(app, 'Ravi', 'off')
  })

  it('creates no delegation, and ignores absences that are delegated, over or outdated', async () => {
    const approvalId = await they.ask()
    await setReplies(app, 'Ravi', { from: at(-hour), until: at(3 * hour) })
    await clock(0)
    expect(await app.db.selectFrom('delegations').select('id').execute()).toEqual([])
    await they.set('Ravi', 'Ewa')
    expect((await approverOf(approvalId, 'Ravi')).away).toEqual({ until: null, byCalendar: false })
    await they.clear()
    expect((await approverOf(approvalId, 'Ravi')).away).toMatchObject({ byCalendar: true })
    later += 3.1 * hour
    expect((await approverOf(approvalId, 'Ravi')).away).toBeNull()
    await setReplies(app, 'Ravi', 'on')
    await clock()
    expect((await approverOf(approvalId, 'Ravi')).away).toEqual({ until: null, byCalendar: true })
    later += 6.1 * hour
    expect((await approverOf(approvalId, 'Ravi')).away).toBeNull()
    later = 0
    await setReplies(app, 'Ravi', 'off')
  })

  it('reads each calendar twice an hour, stores no text, and deletes the data later', async () => {
    await they.ask()
    await setReplies(app, 'Ravi', 'on')
    await clock(0)
    expect(await kept()).toMatchObject({ away: true, starts_at: null, ends_at: null })
    const first = asked()
    await clock(0)
    expect(asked()).toBe(first)
    await clock(0.6)
    expect(asked()).toBeGreaterThan(first)
    const { rows } = await sql<{ text: string }>`select calendars::text as text from calendars`.execute(app.db)
    expect(JSON.stringify(rows)).not.toContain('wedding')
    await app.db
      .updateTable('calendars')
      .set({ wanted_at: at(-3 * day) })
      .execute()
    await syncCalendars(app.context)
    expect(await kept()).toBeUndefined()
    later = 0
    await setReplies(app, 'Ravi', 'off')
  })

  it('reads the people of a live policy as well, though nothing is pending', async () => {
    const rule = { kind: 'anyOf' as const, personIds: [they.id('Samuel')], of: [{ kind: 'person' as const, personId: they.id('Tomasz') }] }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 1 }] })
    await syncCalendars(app.context)
    await back()
    const rows = await app.db.selectFrom('calendars').select(['person_id', 'checked_at']).execute()
    for (const who of ['Samuel', 'Tomasz'])
      expect(rows.find(({ person_id }) => person_id === they.id(who))?.checked_at).toBeInstanceOf(Date)
  })

  it('stops and deletes the data when an administrator turns it off', async () => {
    await they.ask()
    await setReplies(app, 'Ravi', 'on')
    await clock(0)
    const set = (value: boolean) => they.as('Niamh').patch('/admin/settings/readCalendars', { value })
    expect((await set(false)).status).toBe(200)
    await syncCalendars(app.context)
    expect(await kept()).toBeUndefined()
    const before = asked()
    await clock(1)
    expect(asked()).toBe(before)
    await set(true)
    later = 0
    await setReplies(app, 'Ravi', 'off')
  })

  it('tries once a day without the permission, and shows people no error', async () => {
    const approvalId = await they.ask()
    const body = { error: { code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' } }
    app.simulator.faults.add({ service: 'graph', path: 'mailboxSettings', action: { kind: 'status', status: 403, body } })
    await clock(0)
    const once = asked()
    expect(once).toBeGreaterThan(0)
    await clock(2)
    expect(asked()).toBe(once)
    expect((await approverOf(approvalId, 'Ravi')).away).toBeNull()
    const caches = (await they.as('Niamh').get('/cockpit/caches')).body.caches
    expect(caches.find(({ name }: { name: string }) => name === 'calendars').problem).toMatch(/MailboxSettings\.Read/)
    app.simulator.faults.clear()
    await clock(24)
    expect(asked()).toBeGreaterThan(once)
    expect(await app.db.selectFrom('calendar_refusals').selectAll().execute()).toEqual([])
    later = 0
  })

  it('retries later when a calendar throttles or fails, and continues with the others', async () => {
    await they.ask()
    app.simulator.faults.add({
      service: 'graph',
      path: 'mailboxSettings',
      count: 50,
      action: { kind: 'status', status: 429, headers: { 'retry-after': '1200' } },
    })
    await clock(0)
    expect((await kept())!.due_at.getTime()).toBeGreaterThan(at(19 * 60_000).getTime())
    expect(await kept()).toMatchObject({ away: false, checked_at: null })
  })
})
