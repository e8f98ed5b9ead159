import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { onlyRavi } from '../substitutes/substitute.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
let later = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
  they = delegationsOf(app)
  await onlyRavi(app)
})
afterAll(() => app.close())
beforeEach(() => they.clear())

const comment = 'She knows the payment service best.'
const pass = (who: string, approvalId: string, to: string, more = {}) =>
  they.as(who).post(`/account-approvals/${approvalId}/pass-on`, { stage: 1, to: they.id(to), comment, ...more })
const notificationsOf = (who: string, kind: string, id: string) =>
  app.db
    .selectFrom('notifications')
    .select('title')
    .where('person_id', '=', they.id(who))
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute()
const live = (approvalId: string) =>
  app.db.selectFrom('approval_reassignments').select(['person_id', 'receiver_id']).where('approval_id', '=', approvalId).execute()
/** The inbox lists and the view must agree on who can decide. */
const listed = async (approvalId: string) => {
  const { rows } = await sql<{ listed: string[]; found: string[] }>`select
    array(select person_id || ' ' || coalesce(on_behalf_of::text, '') from stage_approvers where approval_id = ${approvalId} and stage = 1 order by 1) as listed,
    array(select p.id || ' ' || coalesce(s.on_behalf_of::text, '') from people p cross join lateral seats_of(p.id, '{}', now()) s
      where p.id = any (${['Ravi', 'Ewa', 'Daniel', 'Margaret'].map(they.id)}::uuid[]) and s.approval_id = ${approvalId} order by 1) as found`.execute(
    app.db,
  )
  expect(rows[0]!.found).toEqual(rows[0]!.listed)
  return rows[0]!.listed
}

describe('reassignApproval', () => {
  let approvalId: string
  beforeAll(async () => {
    approvalId = await they.ask()
  })

  it('lets the receiver decide on this request only, notifies both people, and counts the seat once', async () => {
    const [approvalId, other] = [await they.ask(), await they.ask()]
    const { status, body } = await pass('Ravi', approvalId, 'Ewa')
    expect(status).toBe(201)
    expect(body.stages[0].approvers.find(({ id }: { id: string }) => id === they.id('Ewa'))).toMatchObject({
      onBehalfOf: { displayName: 'Ravi Deshmukh' },
      reassigned: { comment },
    })
    expect(body.can).toMatchObject({
      decide: true,
      revokeReassignment: true,
      reassign: expect.stringMatching(/^You reassigned this decision to Ewa/),
    })
    expect(await listed(approvalId)).toEqual([`${they.id('Ewa')} ${they.id('Ravi')}`, `${they.id('Ravi')} `].sort())
    expect(await notificationsOf('Ewa', 'decisionReassigned', approvalId)).toMatchObject([
      { title: expect.stringMatching(/^Ravi Deshmukh reassigned a decision to you: /) },
    ])
    expect(await they.waiting('Ewa')).toEqual([approvalId])
    expect((await they.vote('Ewa', other)).status).toBe(403)
    expect((await they.vote('Ewa', approvalId)).status).toBe(200)
    expect(await they.votes(approvalId)).toEqual([{ approver_id: they.id('Ewa'), on_behalf_of: they.id('Ravi') }])
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'reassignApproval')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actor_id: they.id('Ravi'),
      after: { reassignedBy: they.id('Ravi'), reassignedTo: they.id('Ewa'), comment },
    })
  })

  it('keeps the number of votes where two must agree: each seat and person counts once', async () => {
    const rule = { kind: 'anyOf' as const, personIds: [they.id('Ravi'), they.id('Margaret')] }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const approvalId = await they.ask()
    await back()
    expect((await pass('Ravi', approvalId, 'Margaret')).body.errors).toMatchObject([{ field: 'to' }])
    expect((await pass('Ravi', approvalId, 'Ewa')).status).toBe(201)
    expect((await pass('Margaret', approvalId, 'Ewa')).body.errors).toMatchObject([{ field: 'to' }])
    expect((await they.vote('Ewa', approvalId)).body.status).toBe('pending')
    expect((await they.vote('Ravi', approvalId)).body.code).toBe('alreadyDecided')
    expect((await they.vote('Ewa', approvalId)).body.code).toBe('alreadyDecided')
    expect((await they.vote('Margaret', approvalId)).body.status).toBe('approved')
    expect(await they.votes(approvalId)).toHaveLength(2)
  })

  it('moves the reminders to the receiver', async () => {
    const approvalId = await they.ask()
    await pass('Ravi', approvalId, 'Ewa')
    later = 49 * 3_600_000
    await advanceApprovals(app.context)
    later = 0
    const { rows } = await sql<{ person_id: string }>`
      select person_id from notifications where kind = 'decisionReminder' and subject_id = ${approvalId}`.execute(app.db)
    expect(rows.map(({ person_id }) => person_id)).toEqual([they.id('Ewa')])
  })

  roleSuite(
    'reassignApproval',
    () => app,
    () => ({ path: `/account-approvals/${approvalId}/pass-on`, body: { stage: 1, to: they.id('Ewa'), comment } }),
  )

  it('rejects the requester, their other account, yourself, and disabled or absent people', async () => {
    const round = await they.ask('Daniel')
    const numberOf = async (who: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', they.id(who)).executeTakeFirstOrThrow()).employee_id
    const become = (number: string | null) =>
      app.db.updateTable('people').set({ employee_id: number }).where('id', '=', they.id('Samuel')).execute()
    const own = await numberOf('Samuel')
    for (const twin of ['Daniel', 'Ravi']) {
      await become(await numberOf(twin))
      expect((await pass('Ravi', round, 'Samuel')).body.errors).toMatchObject([{ field: 'to' }])
    }
    await become(own)
    await they.set('Samuel', 'Margaret')
    for (const whom of ['Daniel', 'Ravi', 'Oliver', 'Samuel'])
      expect([whom, (await pass('Ravi', round, whom)).body.code]).toEqual([whom, 'invalidRequest'])
    expect(await live(round)).toEqual([])
  })

  it('denies the requester, delegates, and the receiver, who can’t reassign again', async () => {
    const round = await they.ask()
    expect((await pass('Priya', round, 'Ewa')).status).toBe(403)
    await they.set('Ravi', 'Daniel')
    expect((await pass('Daniel', round, 'Ewa')).body).toMatchObject({ code: 'wrongState', message: expect.stringContaining('only once') })
    expect((await pass('Ravi', round, 'Ewa')).status).toBe(201)
    expect((await pass('Ewa', round, 'Margaret')).body).toMatchObject({
      code: 'wrongState',
      message: expect.stringContaining('only once'),
    })
    expect((await pass('Ravi', round, 'Margaret')).body.code).toBe('wrongState')
    await they.set('Ewa', 'Margaret')
    expect((await they.vote('Margaret', round)).status).toBe(403)
  })

  it('rejects a person who is no administrator where only administrators decide', async () => {
    const rule = { kind: 'role' as const, role: 'Slipway.Admin' as const }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Administrators', rule, minimum: 1 }] })
    const round = await they.ask()
    await back()
    expect((await pass('Niamh', round, 'Ewa')).body.errors).toMatchObject([{ field: 'to', message: expect.stringContaining('role') }])
    expect(
      (await app.as(they.id('Niamh'), []).post(`/account-approvals/${round}/pass-on`, { stage: 1, to: they.id('Ewa'), comment })).status,
    ).toBe(403)
  })

  it('rejects a missing comment, another stage or version, and decided or unknown requests', async () => {
    const round = await they.ask()
    expect((await pass('Ravi', round, 'Ewa', { comment: '' })).status).toBe(400)
    expect((await pass('Ravi', round, 'Ewa', { stage: 2 })).body.code).toBe('alreadyDecided')
    expect((await pass('Ravi', randomUUID(), 'Ewa')).status).toBe(404)
    const old = await they
      .as('Ravi')
      .post(`/account-approvals/${round}/pass-on`, { stage: 1, to: they.id('Ewa'), comment }, { 'if-match': '"99"' })
    expect(old.status).toBe(412)
    await they.vote('Ravi', round)
    expect((await pass('Ravi', round, 'Ewa')).body.code).toBe('alreadyDecided')
  })

  it('succeeds once for each seat, also in parallel', async () => {
    const round = await they.ask()
    const answers = await Promise.all(['Ewa', 'Margaret', 'Ewa'].map((whom) => pass('Ravi', round, whom)))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    expect(await live(round)).toHaveLength(1)
  })
})
