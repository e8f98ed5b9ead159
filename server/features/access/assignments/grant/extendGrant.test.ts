import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { withdrawEndedRequests } from '../../../../approvals/withdrawEndedRequests.ts'
import { calls } from '../../../accounts/groups/groups.fixture.ts'
import { accountOf, assignmentRow, decide, grantAccessTo, grantOf, isIn, requestAccess } from '../access.fixture.ts'
import { accessTitles } from '../accessLabels.ts'
import { expireAccess } from '../end/expireAccess.ts'
import { remindExpiringAccess } from '../remindExpiringAccess.ts'

const hourMs = 3_600_000
const day = 24 * hourMs
let clockOffsetMs = 0
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())
afterEach(() => {
  clockOffsetMs = 0
})

const as = (givenName: string) => app.as(app.persona(givenName).id)
const check = (account: { id: string }, groupId: string) => as('Priya').post(`/accounts/${account.id}/accessRequests/check`, { groupId })
const months = { suffix: 'contributors', durationHours: 24 * 30 }

describe('an extension', () => {
  it('moves the end date without a change in the directory', async () => {
    const account = accountOf(app, 0)
    const { assignment, group } = await grantAccessTo(app, account, months)
    clockOffsetMs = 20 * day
    expect((await check(account, group.id)).body).toMatchObject({ problem: null, extends: assignment.ends_at!.toISOString() })
    const { body, approvalId, answer } = await requestAccess(app, account, months)
    expect(answer.status).toBe(201)
    expect(body).toMatchObject({
      extends: assignment.id,
      timeline: [{ text: expect.stringContaining(group.name) }],
    })
    expect((await as('Priya').get(`/account-access/${assignment.id}`)).body).toMatchObject({
      extension: { reference: body.reference },
      can: { extend: expect.stringContaining(body.reference) },
    })
    await app.quiet()
    expect((await decide(app, 'Daniel', approvalId)).status).toBe(200)
    await app.drain()
    expect(calls(app, 'graph').filter((call) => !call.startsWith('GET'))).toEqual([])
    const row = await assignmentRow(app, assignment.id)
    expect(row.ends_at).toEqual(new Date(assignment.ends_at!.getTime() + 30 * day))
    expect(row.status).toBe('active')
    expect(await grantOf(app, body.id)).toBeUndefined()
    expect((await as('Priya').get(`/account-access/access-requests/${body.id}`)).body).toMatchObject({
      status: 'approved',
      until: row.ends_at!.toISOString(),
    })
    clockOffsetMs = 31 * day
    expect(await expireAccess(app.context)).toBe(0)
  })

  it('caps the new end at the group’s maximum duration from now', async () => {
    const account = accountOf(app, 1)
    const { assignment } = await grantAccessTo(app, account, { suffix: 'contributors', durationHours: 24 * 170 })
    const { approvalId } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 24 * 180 })
    await decide(app, 'Daniel', approvalId)
    const { ends_at } = await assignmentRow(app, assignment.id)
    expect(Math.abs(ends_at!.getTime() - (Date.now() + 180 * day))).toBeLessThan(hourMs)
  })

  it('doesn’t grant anything after the end date, even before the expiry is processed', async () => {
    const account = accountOf(app, 2)
    const { assignment, group } = await grantAccessTo(app, account, months)
    const { approvalId, body } = await requestAccess(app, account, months)
    clockOffsetMs = 30 * day + hourMs
    const [vote] = await Promise.all([decide(app, 'Daniel', approvalId), expireAccess(app.context)])
    expect([404, 409]).toContain(vote.status)
    await app.db.transaction().execute((db) => withdrawEndedRequests(db, {}, app.context.now()))
    expect((await as('Priya').get(`/account-access/access-requests/${body.id}`)).body.status).toBe('cancelled')
    await app.drain()
    expect((await assignmentRow(app, assignment.id)).status).toBe('expired')
    expect(await grantOf(app, body.id)).toBeUndefined()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  it('is withdrawn when the access expires first', async () => {
    const account = accountOf(app, 3)
    const { assignment, group } = await grantAccessTo(app, account, months)
    const { approvalId, body } = await requestAccess(app, account, months)
    clockOffsetMs = 31 * day
    await expireAccess(app.context)
    await app.drain()
    expect((await as('Priya').get(`/account-access/access-requests/${body.id}`)).body.status).toBe('cancelled')
    expect((await decide(app, 'Daniel', approvalId)).body.code).toBe('alreadyDecided')
    await app.drain()
    expect((await assignmentRow(app, assignment.id)).status).toBe('expired')
    expect(await grantOf(app, body.id)).toBeUndefined()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  it('moves the end date once when many approvers decide concurrently', async () => {
    const account = accountOf(app, 4)
    const { assignment } = await grantAccessTo(app, account, months)
    const { approvalId } = await requestAccess(app, account, months)
    const responses = await Promise.all(Array.from({ length: 50 }, () => decide(app, 'Daniel', approvalId)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49)
    expect((await assignmentRow(app, assignment.id)).ends_at).toEqual(new Date(assignment.ends_at!.getTime() + 30 * day))
  })

  it('rejects an extension of permanent access', async () => {
    const account = accountOf(app, 5)
    await grantAccessTo(app, account)
    expect((await requestAccess(app, account)).body).toMatchObject({ code: 'wrongState' })
  })
})

describe('remindExpiringAccess', () => {
  const notificationsOf = async (id: string) => {
    const rows = await app.db.selectFrom('notifications').selectAll().where('subject_id', '=', id).orderBy('created_at').execute()
    return rows.map(({ title }) => title)
  }
  const remind = () =>
    Promise.all([remindExpiringAccess(app.context), remindExpiringAccess(app.context), remindExpiringAccess(app.context)])

  it('notifies the member 14 days and one day before the end, once each', async () => {
    const { assignment, group } = await grantAccessTo(app, accountOf(app, 6), months)
    clockOffsetMs = 15.9 * day
    await remind()
    expect(await notificationsOf(assignment.id)).toEqual([])
    clockOffsetMs = 16.1 * day
    await remind()
    clockOffsetMs = 20 * day
    await remind()
    expect(await notificationsOf(assignment.id)).toEqual([accessTitles.ends(group.name, 14)])
    clockOffsetMs = 29.5 * day
    await remind()
    clockOffsetMs = 29.9 * day
    await remind()
    expect(await notificationsOf(assignment.id)).toEqual([accessTitles.ends(group.name, 14), accessTitles.ends(group.name, 1)])
  })

  it('sends only the latest of several missed reminders, and none after the end', async () => {
    const [lateGrant, twentyDayGrant, endedGrant] = [
      await grantAccessTo(app, accountOf(app, 7), months),
      await grantAccessTo(app, accountOf(app, 8), { ...months, durationHours: 24 * 20 }),
      await grantAccessTo(app, accountOf(app, 9), { ...months, durationHours: 24 * 15 }),
    ]
    clockOffsetMs = 19.5 * day
    await remind()
    expect(await notificationsOf(lateGrant.assignment.id)).toEqual([accessTitles.ends(lateGrant.group.name, 11)])
    expect(await notificationsOf(twentyDayGrant.assignment.id)).toEqual([accessTitles.ends(twentyDayGrant.group.name, 1)])
    expect(await notificationsOf(endedGrant.assignment.id)).toEqual([])
  })

  it('doesn’t notify members with short access or with a pending extension', async () => {
    const shortGrant = await grantAccessTo(app, accountOf(app, 10), { ...months, durationHours: 20 })
    const requestedGrant = await grantAccessTo(app, accountOf(app, 11), months)
    await requestAccess(app, accountOf(app, 11), months)
    clockOffsetMs = 19 * hourMs
    await remind()
    clockOffsetMs = 20 * day
    await remind()
    expect(await notificationsOf(shortGrant.assignment.id)).toEqual([])
    expect(await notificationsOf(requestedGrant.assignment.id)).toEqual([])
  })
})
