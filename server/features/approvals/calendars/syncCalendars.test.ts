import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { day, delegationsOf, hourMs } from '../delegations/delegations.fixture.ts'
import { requestSubstituteApprovers } from '../substitutes/requestSubstituteApprovers.ts'
import { replaceApproversWithRavi } from '../substitutes/substitute.fixture.ts'
import { setAutomaticReplies } from './calendars.fixture.ts'
import { syncCalendars } from './syncCalendars.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  delegations = delegationsOf(app)
  await replaceApproversWithRavi(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await delegations.clear()
  await app.db.deleteFrom('calendars').execute()
  await app.db.deleteFrom('calendar_denials').execute()
  app.simulator.faults.clear()
  app.simulator.exchanges.clear()
})

const timeAt = (ms: number) => new Date(app.context.now().getTime() + ms)
async function clock(hours = 1.1): Promise<void> {
  clockOffsetMs += hours * hourMs
  await requestSubstituteApprovers(app.context)
  await syncCalendars(app.context)
  await requestSubstituteApprovers(app.context)
}
const approverOf = async (approvalId: string, personaName: string, actorName = 'Priya') => {
  const { body } = await delegations.as(actorName).get(`/account-approvals/${approvalId}`)
  return body.stages[0].approvers.find(({ id }: { id: string }) => id === delegations.id(personaName))
}
const loadStored = () => app.db.selectFrom('calendars').selectAll().where('person_id', '=', delegations.id('Ravi')).executeTakeFirst()
const countRequests = () => app.simulator.exchanges.list().filter(({ path }) => path.includes('mailboxSettings')).length
const countNotifications = async (personaName: string, kind: string, id: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select('id')
      .where('person_id', '=', delegations.id(personaName))
      .where('kind', '=', kind)
      .where('subject_id', '=', id)
      .execute()
  ).length

describe('syncCalendars', () => {
  it('shows absences to the requester, suggests substitutes, and prevents reminders', async () => {
    const approvalId = await delegations.ask()
    const until = timeAt(9 * day)
    await setAutomaticReplies(app, 'Ravi', { from: timeAt(-hourMs), until })
    await clock()
    expect((await approverOf(approvalId, 'Ravi')).away).toEqual({
      until: new Date(Math.floor(until.getTime() / 1000) * 1000).toISOString(),
      byCalendar: true,
    })
    expect(await countNotifications('Niamh', 'substituteNeeded', approvalId)).toBe(1)
    const substitute = await delegations.as('Niamh').get(`/account-approvals/${approvalId}/cover`)
    expect(substitute.body).toMatchObject({ need: 'unstaffed', problem: null })
    await clock(48)
    await advanceApprovals(app.context)
    expect(await countNotifications('Ravi', 'decisionReminder', approvalId)).toBe(0)
    expect(await countNotifications('Ravi', 'decisionNeeded', approvalId)).toBe(1)
    expect((await delegations.vote('Ravi', approvalId)).status).toBe(200)
    clockOffsetMs = 0
  })

  it('doesn’t count a person as absent whose time zone is unknown, and reads the mailbox later', async () => {
    await delegations.ask()
    await setAutomaticReplies(app, 'Ravi', { from: timeAt(-hourMs), until: timeAt(9 * day), timeZone: 'Customized Time Zone' })
    await clock()
    const stored = await loadStored()
    expect(stored).toMatchObject({ away: false, checked_at: null })
    expect(stored!.due_at.getTime()).toBeGreaterThan(timeAt(hourMs / 3).getTime())
    await setAutomaticReplies(app, 'Ravi', { from: timeAt(-hourMs), until: timeAt(9 * day) })
    await clock()
    expect(await loadStored()).toMatchObject({ away: true })
    clockOffsetMs = 0
  })

  it('excludes absent people from an escalation, unless a delegate can decide', async () => {
    const rule = (personaName: string) => ({ kind: 'person' as const, personId: delegations.id(personaName) })
    const alternates = { kind: 'anyOf' as const, of: [rule('Ravi'), rule('Samuel')] }
    const restorePolicy = await putPolicy(app, 'accountRequest', {
      reject: [],
      approve: [],
      stages: [{ name: 'Ewa', rule: rule('Ewa'), minimum: 1, escalateAfterHours: 4, alternates }],
    })
    const [absentApprovalId, delegatedApprovalId] = [await delegations.ask(), await delegations.ask()]
    await restorePolicy()
    await setAutomaticReplies(app, 'Ravi', 'on')
    await app.db
      .updateTable('approval_stages')
      .set({ escalate_at: timeAt(24 * hourMs) })
      .where('approval_id', '=', delegatedApprovalId)
      .execute()
    await clock(2.5)
    expect(await countNotifications('Samuel', 'decisionNeeded', absentApprovalId)).toBe(0)
    clockOffsetMs += 2 * hourMs
    await advanceApprovals(app.context)
    expect([
      await countNotifications('Ravi', 'decisionNeeded', absentApprovalId),
      await countNotifications('Samuel', 'decisionNeeded', absentApprovalId),
    ]).toEqual([0, 1])
    expect(await approverOf(absentApprovalId, 'Ravi')).toMatchObject({ alternate: true, away: { byCalendar: true } })
    expect((await delegations.vote('Ravi', absentApprovalId)).status).toBe(200)

    await delegations.set('Ravi', 'Tomasz')
    clockOffsetMs += 24 * hourMs
    await advanceApprovals(app.context)
    expect([
      await countNotifications('Tomasz', 'decisionNeeded', delegatedApprovalId),
      await countNotifications('Samuel', 'decisionNeeded', delegatedApprovalId),
    ]).toEqual([1, 1])
    expect((await delegations.vote('Tomasz', delegatedApprovalId)).body.status).toBe('approved')
    clockOffsetMs = 0
    await setAutomaticReplies(app, 'Ravi', 'off')
  })

  it('doesn’t create a delegation, and ignores absences that are delegated, over or outdated', async () => {
    const approvalId = await delegations.ask()
    await setAutomaticReplies(app, 'Ravi', { from: timeAt(-hourMs), until: timeAt(3 * hourMs) })
    await clock(0)
    expect(await app.db.selectFrom('delegations').select('id').execute()).toEqual([])
    await delegations.set('Ravi', 'Ewa')
    expect((await approverOf(approvalId, 'Ravi')).away).toEqual({ until: null, byCalendar: false })
    await delegations.clear()
    expect((await approverOf(approvalId, 'Ravi')).away).toMatchObject({ byCalendar: true })
    clockOffsetMs += 3.1 * hourMs
    expect((await approverOf(approvalId, 'Ravi')).away).toBeNull()
    await setAutomaticReplies(app, 'Ravi', 'on')
    await clock()
    expect((await approverOf(approvalId, 'Ravi')).away).toEqual({ until: null, byCalendar: true })
    clockOffsetMs += 6.1 * hourMs
    expect((await approverOf(approvalId, 'Ravi')).away).toBeNull()
    clockOffsetMs = 0
    await setAutomaticReplies(app, 'Ravi', 'off')
  })

  it('reads each calendar twice an hour, doesn’t store its text, and deletes the data later', async () => {
    await delegations.ask()
    await setAutomaticReplies(app, 'Ravi', 'on')
    await clock(0)
    expect(await loadStored()).toMatchObject({ away: true, starts_at: null, ends_at: null })
    const firstCount = countRequests()
    await clock(0)
    expect(countRequests()).toBe(firstCount)
    await clock(0.6)
    expect(countRequests()).toBeGreaterThan(firstCount)
    const { rows } = await sql<{ text: string }>`select calendars::text as text from calendars`.execute(app.db)
    expect(JSON.stringify(rows)).not.toContain('wedding')
    await app.db
      .updateTable('calendars')
      .set({ requested_at: timeAt(-3 * day) })
      .execute()
    await syncCalendars(app.context)
    expect(await loadStored()).toBeUndefined()
    clockOffsetMs = 0
    await setAutomaticReplies(app, 'Ravi', 'off')
  })

  it('reads the calendars of approvers in live policies, even without pending approvals', async () => {
    const rule = {
      kind: 'anyOf' as const,
      personIds: [delegations.id('Samuel')],
      of: [{ kind: 'person' as const, personId: delegations.id('Tomasz') }],
    }
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 1 }] })
    await syncCalendars(app.context)
    await restorePolicy()
    const rows = await app.db.selectFrom('calendars').select(['person_id', 'checked_at']).execute()
    for (const personaName of ['Samuel', 'Tomasz'])
      expect(rows.find(({ person_id }) => person_id === delegations.id(personaName))?.checked_at).toBeInstanceOf(Date)
  })

  it('stops, and deletes the data, when an administrator turns the setting off', async () => {
    await delegations.ask()
    await setAutomaticReplies(app, 'Ravi', 'on')
    await clock(0)
    const set = (value: boolean) => delegations.as('Niamh').patch('/admin/settings/readCalendars', { value })
    expect((await set(false)).status).toBe(200)
    await syncCalendars(app.context)
    expect(await loadStored()).toBeUndefined()
    const countBefore = countRequests()
    await clock(1)
    expect(countRequests()).toBe(countBefore)
    await set(true)
    clockOffsetMs = 0
    await setAutomaticReplies(app, 'Ravi', 'off')
  })

  it('retries once a day without the permission, and doesn’t show people an error', async () => {
    const approvalId = await delegations.ask()
    const body = { error: { code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' } }
    app.simulator.faults.add({ service: 'graph', path: 'mailboxSettings', action: { kind: 'status', status: 403, body } })
    await clock(0)
    const requestCount = countRequests()
    expect(requestCount).toBeGreaterThan(0)
    await clock(2)
    expect(countRequests()).toBe(requestCount)
    expect((await approverOf(approvalId, 'Ravi')).away).toBeNull()
    const caches = (await delegations.as('Niamh').get('/cockpit/caches')).body.caches
    expect(caches.find(({ name }: { name: string }) => name === 'calendars').problem).toMatch(/MailboxSettings\.Read/)
    app.simulator.faults.clear()
    await clock(24)
    expect(countRequests()).toBeGreaterThan(requestCount)
    expect(await app.db.selectFrom('calendar_denials').selectAll().execute()).toEqual([])
    clockOffsetMs = 0
  })

  it('retries later if a calendar is throttled or fails, and continues with the others', async () => {
    await delegations.ask()
    app.simulator.faults.add({
      service: 'graph',
      path: 'mailboxSettings',
      count: 50,
      action: { kind: 'status', status: 429, headers: { 'retry-after': '1200' } },
    })
    await clock(0)
    expect((await loadStored())!.due_at.getTime()).toBeGreaterThan(timeAt(19 * 60_000).getTime())
    expect(await loadStored()).toMatchObject({ away: false, checked_at: null })
  })
})
