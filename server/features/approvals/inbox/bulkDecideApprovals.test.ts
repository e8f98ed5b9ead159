import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ownRequest } from '../../../approvals/policy.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox()
})
afterAll(() => inbox.app.close())
const path = '/account-approvals/together'
type InboxRequest = Awaited<ReturnType<Inbox['ask']>>
const named = (...asked: InboxRequest[]) => asked.map(({ id, stage, version }) => ({ id, stage, version }))
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
    const asked = [await inbox.ask(), await inbox.ask()]
    const { status, body } = await inbox.as('Ravi').post(path, { items: named(...asked), decision: 'approve' })
    expect([status, body.counts]).toEqual([200, { counted: 2, refused: 0, late: 0, failed: 0 }])
    for (const { id, requestId } of asked) {
      expect(await votes(id)).toMatchObject([{ approver_id: inbox.app.persona('Ravi').id, decision: 'approve', stage: 1 }])
      expect(await trail(requestId)).toEqual([{ operation: 'bulkDecideApprovals', outcome: 'allowed' }])
    }
  })

  it('counts the others when some were decided, changed or deleted', async () => {
    const [taken, changed, good] = [await inbox.ask(), await inbox.ask(), await inbox.ask()]
    await inbox.as('Ravi').post(`/account-approvals/${taken.id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    const items = [
      ...named(taken),
      { ...named(changed)[0]!, version: changed.version + 1 },
      ...named(good),
      { id: crypto.randomUUID(), stage: 1, version: 1 },
    ]
    const { body } = await inbox.as('Ravi').post(path, { items, decision: 'reject', comment: 'Use the shared one.' })
    expect(outcomes(body)).toEqual(['late', 'late', 'counted', 'refused'])
    expect(body.results[2].status).toBe('rejected')
    expect(await votes(changed.id)).toEqual([])
  })

  roleSuite(
    'bulkDecideApprovals',
    () => inbox.app,
    () => ({ path, body: { items: [{ id: crypto.randomUUID(), stage: 1, version: 1 }], decision: 'approve' } }),
  )

  it('denies your own request among others, whatever your roles, with one denied event', async () => {
    const own = await inbox.ask({ ownerIds: [inbox.app.persona('Ravi').id, inbox.app.persona('Daniel').id] }, 'Ravi')
    const other = await inbox.ask()
    const { body } = await inbox.as('Ravi', ['Slipway.Admin']).post(path, { items: named(own, other), decision: 'approve' })
    expect(body.results).toMatchObject([
      { outcome: 'refused', message: ownRequest },
      { outcome: 'counted', message: '' },
    ])
    expect(await votes(own.id)).toEqual([])
    const denied = await inbox.app.db.selectFrom('audit_events').select('outcome').where('subject_id', '=', own.id).execute()
    expect(denied).toEqual([{ outcome: 'denied' }])
  })

  it('denies a delegate their own request among others, and counts the rest', async () => {
    const { app } = inbox
    const end = await inbox.delegate('Ravi', 'Daniel')
    const ownerIds = [app.persona('Daniel').id, app.persona('Priya').id]
    const [one, own, other] = [await inbox.ask(), await inbox.ask({ ownerIds }, 'Daniel'), await inbox.ask()]
    const { body } = await inbox.as('Daniel').post(path, { items: named(one, own, other), decision: 'approve' })
    expect(outcomes(body)).toEqual(['counted', 'refused', 'counted'])
    expect(await votes(one.id)).toMatchObject([{ approver_id: app.persona('Daniel').id, on_behalf_of: app.persona('Ravi').id }])
    expect(await votes(own.id)).toEqual([])
    await end()
  })

  it('denies people who can’t decide, and counts nothing', async () => {
    const asked = await inbox.ask()
    const { body } = await inbox.as('Tomasz').post(path, { items: named(asked), decision: 'approve' })
    expect(outcomes(body)).toEqual(['refused'])
    expect(await votes(asked.id)).toEqual([])
  })

  it('rejects more than 50, duplicates, forged fields, and a rejection without a reason', async () => {
    const asked = await inbox.ask()
    const [item] = named(asked)
    const many = Array.from({ length: 51 }, () => ({ id: crypto.randomUUID(), stage: 1, version: 1 }))
    for (const body of [
      { items: many, decision: 'approve' },
      { items: [item, item], decision: 'approve' },
      { items: [], decision: 'approve' },
      { items: [{ ...item, approverId: asked.id }], decision: 'approve' },
    ])
      expect((await inbox.as('Ravi').post(path, body)).status).toBe(400)
    const silent = await inbox.as('Ravi').post(path, { items: [item], decision: 'reject' })
    expect(silent).toMatchObject({ status: 400, body: { errors: [{ field: 'comment' }] } })
    expect(await votes(asked.id)).toEqual([])
  })
})

describe('bulkDecideApprovals with a directory group', () => {
  it('reads the members once, however many requests wait for the group', async () => {
    const { app } = inbox
    const group = await app.db.selectFrom('directory_group_members').select('group_id').executeTakeFirstOrThrow()
    const rule = { kind: 'anyOf' as const, personIds: [app.persona('Ravi').id], groupIds: [group.group_id] }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Board', rule, minimum: 1 }] })
    const asked = [await inbox.ask(), await inbox.ask(), await inbox.ask()]
    await back()
    await app.db.updateTable('directory_groups').set({ checked_at: null }).execute()
    await app.quiet()
    const { body } = await inbox.as('Ravi').post(path, { items: named(...asked), decision: 'approve' })
    expect(body.counts).toMatchObject({ counted: 3 })
    const calls = app.simulator.exchanges.list().filter(({ path }) => path.includes(`/groups/${group.group_id}/`))
    expect(calls.length).toBe(1)
  })
})
