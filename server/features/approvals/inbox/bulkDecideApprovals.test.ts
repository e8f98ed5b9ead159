import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { ownRequestMessage } from '../../../approvals/policy.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox()
})
afterAll(() => inbox.app.close())
const path = '/account-approvals/together'
type InboxRequest = Awaited<ReturnType<Inbox['ask']>>
const toItems = (...requests: InboxRequest[]) => requests.map(({ id, stage, version }) => ({ id, stage, version }))
const outcomes = (body: { results: { outcome: string }[] }) => body.results.map(({ outcome }) => outcome)
const votes = (id: string) => inbox.app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', id).execute()
const trail = (requestId: string) =>
  inbox.app.db
    .selectFrom('audit_events')
    .select(['operation', 'outcome'])
    .where('subject_id', '=', requestId)
    .where('operation', '=', 'bulkDecideApprovals')
    .execute()

describe('bulkDecideApprovals', () => {
  it('counts each request separately, with its own audit event', async () => {
    const requests = [await inbox.ask(), await inbox.ask()]
    const { status, body } = await inbox.as('Ravi').post(path, { items: toItems(...requests), decision: 'approve' })
    expect([status, body.counts]).toEqual([200, { counted: 2, denied: 0, stale: 0, failed: 0 }])
    for (const { id, requestId } of requests) {
      expect(await votes(id)).toMatchObject([{ approver_id: inbox.app.persona('Ravi').id, decision: 'approve', stage: 1 }])
      expect(await trail(requestId)).toEqual([{ operation: 'bulkDecideApprovals', outcome: 'allowed' }])
    }
  })

  it('counts the others when some were decided, changed or deleted', async () => {
    const [decidedRequest, updated, validRequest] = [await inbox.ask(), await inbox.ask(), await inbox.ask()]
    await inbox.as('Ravi').post(`/account-approvals/${decidedRequest.id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    const items = [
      ...toItems(decidedRequest),
      { ...toItems(updated)[0]!, version: updated.version + 1 },
      ...toItems(validRequest),
      { id: crypto.randomUUID(), stage: 1, version: 1 },
    ]
    const { body } = await inbox.as('Ravi').post(path, { items, decision: 'reject', comment: 'Use the shared one.' })
    expect(outcomes(body)).toEqual(['stale', 'stale', 'counted', 'denied'])
    expect(body.results[2].status).toBe('rejected')
    expect(await votes(updated.id)).toEqual([])
  })

  roleSuite(
    'bulkDecideApprovals',
    () => inbox.app,
    () => ({ path, body: { items: [{ id: crypto.randomUUID(), stage: 1, version: 1 }], decision: 'approve' } }),
  )

  it('denies the caller’s own request among others, even to administrators, with one audit event', async () => {
    const ownRequest = await inbox.ask({ ownerIds: [inbox.app.persona('Ravi').id, inbox.app.persona('Daniel').id] }, 'Ravi')
    const otherRequest = await inbox.ask()
    const { body } = await inbox.as('Ravi', ['Slipway.Admin']).post(path, { items: toItems(ownRequest, otherRequest), decision: 'approve' })
    expect(body.results).toMatchObject([
      { outcome: 'denied', message: ownRequestMessage },
      { outcome: 'counted', message: '' },
    ])
    expect(await votes(ownRequest.id)).toEqual([])
    const denied = await inbox.app.db.selectFrom('audit_events').select('outcome').where('subject_id', '=', ownRequest.id).execute()
    expect(denied).toEqual([{ outcome: 'denied' }])
  })

  it('denies a delegate’s own request among others, and counts the other votes', async () => {
    const { app } = inbox
    const end = await inbox.delegate('Ravi', 'Daniel')
    const ownerIds = [app.persona('Daniel').id, app.persona('Priya').id]
    const [firstRequest, ownRequest, otherRequest] = [await inbox.ask(), await inbox.ask({ ownerIds }, 'Daniel'), await inbox.ask()]
    const { body } = await inbox.as('Daniel').post(path, { items: toItems(firstRequest, ownRequest, otherRequest), decision: 'approve' })
    expect(outcomes(body)).toEqual(['counted', 'denied', 'counted'])
    expect(await votes(firstRequest.id)).toMatchObject([{ approver_id: app.persona('Daniel').id, on_behalf_of: app.persona('Ravi').id }])
    expect(await votes(ownRequest.id)).toEqual([])
    await end()
  })

  it('denies people who can’t decide, and doesn’t count a vote', async () => {
    const inboxRequest = await inbox.ask()
    const { body } = await inbox.as('Tomasz').post(path, { items: toItems(inboxRequest), decision: 'approve' })
    expect(outcomes(body)).toEqual(['denied'])
    expect(await votes(inboxRequest.id)).toEqual([])
  })

  it('asks only people with a seat for a second factor, and records the others as denied', async () => {
    const settingPath = '/admin/settings/stepUp'
    expect((await inbox.as('Niamh').patch(settingPath, { value: 'all' })).status).toBe(200)
    const inboxRequest = await inbox.ask()
    const body = { items: toItems(inboxRequest), decision: 'approve' }
    const weakCaller = (name: string) => inbox.app.as(inbox.app.persona(name).id, undefined, { strong: false })
    expect(outcomes((await weakCaller('Tomasz').post(path, body)).body)).toEqual(['denied'])
    expect(await weakCaller('Ravi').post(path, body)).toMatchObject({ status: 401, body: { code: 'stepUpNeeded' } })
    expect(await votes(inboxRequest.id)).toEqual([])
    const events = await inbox.app.db
      .selectFrom('audit_events')
      .select(['outcome', 'reason'])
      .where('subject_id', '=', inboxRequest.id)
      .where('actor_id', '=', inbox.app.persona('Tomasz').id)
      .execute()
    expect(events).toEqual([{ outcome: 'denied', reason: expect.stringMatching(/^forbidden: /) }])
    await inbox.as('Niamh').patch(settingPath, { value: 'privilegedOnly' })
  })

  it('needs a second factor for a seat that the person got after the check', async () => {
    await inbox.as('Niamh').patch('/admin/settings/stepUp', { value: 'all' })
    const requests = [await inbox.ask(), await inbox.ask()]
    const weakCaller = inbox.app.as(inbox.app.persona('Tomasz').id, undefined, { strong: false })
    const isWaiting = async () => {
      const { rows } = await sql<{ waiting: boolean }>`select exists (
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(inbox.app.db)
      return rows[0]!.waiting
    }
    const { call, end } = await inbox.app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('approvals').select('id').where('id', '=', requests[0]!.id).forUpdate().execute()
      const sent = weakCaller.post(path, { items: toItems(...requests), decision: 'approve' })
      await until(isWaiting)
      return { call: sent, end: await inbox.delegate('Ravi', 'Tomasz') }
    })
    expect(outcomes((await call).body)).toEqual(['denied', 'denied'])
    for (const { id } of requests) expect(await votes(id)).toEqual([])
    await end()
    await inbox.as('Niamh').patch('/admin/settings/stepUp', { value: 'privilegedOnly' })
  })

  it('rejects more than 50, duplicates, forged fields, and a rejection without a reason', async () => {
    const inboxRequest = await inbox.ask()
    const [item] = toItems(inboxRequest)
    const manyItems = Array.from({ length: 51 }, () => ({ id: crypto.randomUUID(), stage: 1, version: 1 }))
    for (const body of [
      { items: manyItems, decision: 'approve' },
      { items: [item, item], decision: 'approve' },
      { items: [], decision: 'approve' },
      { items: [{ ...item, approverId: inboxRequest.id }], decision: 'approve' },
    ])
      expect((await inbox.as('Ravi').post(path, body)).status).toBe(400)
    const silentResponse = await inbox.as('Ravi').post(path, { items: [item], decision: 'reject' })
    expect(silentResponse).toMatchObject({ status: 400, body: { errors: [{ field: 'comment' }] } })
    expect(await votes(inboxRequest.id)).toEqual([])
  })
})

describe('bulkDecideApprovals with a directory group', () => {
  it('reads the members once, however many requests wait for the group', async () => {
    const { app } = inbox
    const group = await app.db.selectFrom('directory_group_members').select('group_id').executeTakeFirstOrThrow()
    const rule = { kind: 'anyOf' as const, personIds: [app.persona('Ravi').id], groupIds: [group.group_id] }
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Board', rule, minimum: 1 }] })
    const requests = [await inbox.ask(), await inbox.ask(), await inbox.ask()]
    await restorePolicy()
    await app.db.updateTable('directory_groups').set({ checked_at: null }).execute()
    await app.quiet()
    const { body } = await inbox.as('Ravi').post(path, { items: toItems(...requests), decision: 'approve' })
    expect(body.counts).toMatchObject({ counted: 3 })
    const calls = app.simulator.exchanges.list().filter(({ path }) => path.includes(`/groups/${group.group_id}/`))
    expect(calls.length).toBe(1)
  })
})
