import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { replaceApproversWithRavi } from '../substitutes/substitute.fixture.ts'
import { reassignmentTitles } from './notify.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  delegations = delegationsOf(app)
  await replaceApproversWithRavi(app)
})
afterAll(() => app.close())
beforeEach(() => delegations.clear())

const comment = 'She knows the payment service best.'
const reassign = (personaName: string, approvalId: string, to: string, overrides = {}) =>
  delegations.as(personaName).post(`/account-approvals/${approvalId}/pass-on`, { stage: 1, to: delegations.id(to), comment, ...overrides })
const notificationsOf = (personaName: string, kind: string, id: string) =>
  app.db
    .selectFrom('notifications')
    .select('title')
    .where('person_id', '=', delegations.id(personaName))
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute()
const loadLive = (approvalId: string) =>
  app.db.selectFrom('approval_reassignments').select(['person_id', 'receiver_id']).where('approval_id', '=', approvalId).execute()
const listNames = async (approvalId: string) => {
  const { rows } = await sql<{ listed: string[]; found: string[] }>`select
    array(select person_id || ' ' || coalesce(on_behalf_of::text, '') from stage_approvers where approval_id = ${approvalId} and stage = 1 order by 1) as listed,
    array(select p.id || ' ' || coalesce(s.on_behalf_of::text, '') from people p cross join lateral usable_seats(p.id, '{}', now()) s
      where p.id = any (${['Ravi', 'Ewa', 'Daniel', 'Margaret'].map(delegations.id)}::uuid[]) and s.approval_id = ${approvalId} order by 1) as found`.execute(
    app.db,
  )
  expect(rows[0]!.found).toEqual(rows[0]!.listed)
  return rows[0]!.listed
}

describe('reassignApproval', () => {
  let approvalId: string
  beforeAll(async () => {
    approvalId = await delegations.ask()
  })

  it('lets the receiver decide only on this request, notifies both people, and counts the seat once', async () => {
    const [approvalId, otherId] = [await delegations.ask(), await delegations.ask()]
    const { status, body } = await reassign('Ravi', approvalId, 'Ewa')
    expect(status).toBe(201)
    expect(body.stages[0].approvers.find(({ id }: { id: string }) => id === delegations.id('Ewa'))).toMatchObject({
      onBehalfOf: { displayName: 'Ravi Deshmukh' },
      reassigned: { comment },
    })
    expect(body.can).toMatchObject({
      decide: true,
      revokeReassignment: true,
      reassign: expect.stringContaining('Ewa'),
    })
    expect(await listNames(approvalId)).toEqual([`${delegations.id('Ewa')} ${delegations.id('Ravi')}`, `${delegations.id('Ravi')} `].sort())
    expect(await notificationsOf('Ewa', 'decisionReassigned', approvalId)).toMatchObject([
      { title: expect.stringContaining(reassignmentTitles.reassigned('Ravi Deshmukh', '')) },
    ])
    expect(await delegations.waiting('Ewa')).toEqual([approvalId])
    expect((await delegations.vote('Ewa', otherId)).status).toBe(403)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(200)
    expect(await delegations.votes(approvalId)).toEqual([{ approver_id: delegations.id('Ewa'), on_behalf_of: delegations.id('Ravi') }])
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'reassignApproval')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actor_id: delegations.id('Ravi'),
      after: { reassignedBy: delegations.id('Ravi'), reassignedTo: delegations.id('Ewa'), comment },
    })
  })

  it('keeps the number of votes if two approvers must agree: each seat and person counts once', async () => {
    const rule = { kind: 'anyOf' as const, personIds: [delegations.id('Ravi'), delegations.id('Margaret')] }
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const approvalId = await delegations.ask()
    await restorePolicy()
    expect((await reassign('Ravi', approvalId, 'Margaret')).body.errors).toMatchObject([{ field: 'to' }])
    expect((await reassign('Ravi', approvalId, 'Ewa')).status).toBe(201)
    expect((await reassign('Margaret', approvalId, 'Ewa')).body.errors).toMatchObject([{ field: 'to' }])
    expect((await delegations.vote('Ewa', approvalId)).body.status).toBe('pending')
    expect((await delegations.vote('Ravi', approvalId)).body.code).toBe('alreadyDecided')
    expect((await delegations.vote('Ewa', approvalId)).body.code).toBe('alreadyDecided')
    expect((await delegations.vote('Margaret', approvalId)).body.status).toBe('approved')
    expect(await delegations.votes(approvalId)).toHaveLength(2)
  })

  it('moves the reminders to the receiver', async () => {
    const approvalId = await delegations.ask()
    await reassign('Ravi', approvalId, 'Ewa')
    clockOffsetMs = 49 * 3_600_000
    await advanceApprovals(app.context)
    clockOffsetMs = 0
    const { rows } = await sql<{ person_id: string }>`
      select person_id from notifications where kind = 'decisionReminder' and subject_id = ${approvalId}`.execute(app.db)
    expect(rows.map(({ person_id }) => person_id)).toEqual([delegations.id('Ewa')])
  })

  roleSuite(
    'reassignApproval',
    () => app,
    () => ({ path: `/account-approvals/${approvalId}/pass-on`, body: { stage: 1, to: delegations.id('Ewa'), comment } }),
  )

  it('rejects the requester, the requester’s other user account, the caller, and disabled or absent people as receiver', async () => {
    const round = await delegations.ask('Daniel')
    const numberOf = async (personaName: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', delegations.id(personaName)).executeTakeFirstOrThrow())
        .employee_id
    const setEmployeeNumber = (number: string | null) =>
      app.db.updateTable('people').set({ employee_id: number }).where('id', '=', delegations.id('Samuel')).execute()
    const ownId = await numberOf('Samuel')
    for (const otherIdentity of ['Daniel', 'Ravi']) {
      await setEmployeeNumber(await numberOf(otherIdentity))
      expect((await reassign('Ravi', round, 'Samuel')).body.errors).toMatchObject([{ field: 'to' }])
    }
    await setEmployeeNumber(ownId)
    await delegations.set('Samuel', 'Margaret')
    for (const recipientName of ['Daniel', 'Ravi', 'Oliver', 'Samuel'])
      expect([recipientName, (await reassign('Ravi', round, recipientName)).body.code]).toEqual([recipientName, 'invalidRequest'])
    expect(await loadLive(round)).toEqual([])
  })

  it('denies the requester, delegates, and the receiver, who can’t reassign again', async () => {
    const round = await delegations.ask()
    expect((await reassign('Priya', round, 'Ewa')).status).toBe(403)
    await delegations.set('Ravi', 'Daniel')
    expect((await reassign('Daniel', round, 'Ewa')).body).toMatchObject({
      code: 'wrongState',
      message: expect.stringContaining('only once'),
    })
    expect((await reassign('Ravi', round, 'Ewa')).status).toBe(201)
    expect((await reassign('Ewa', round, 'Margaret')).body).toMatchObject({
      code: 'wrongState',
      message: expect.stringContaining('only once'),
    })
    expect((await reassign('Ravi', round, 'Margaret')).body.code).toBe('wrongState')
    await delegations.set('Ewa', 'Margaret')
    expect((await delegations.vote('Margaret', round)).status).toBe(403)
  })

  it('rejects a person who isn’t an administrator if only administrators decide', async () => {
    const rule = { kind: 'role' as const, role: 'Slipway.Admin' as const }
    const restorePolicy = await putPolicy(app, 'accountRequest', {
      reject: [],
      approve: [],
      stages: [{ name: 'Administrators', rule, minimum: 1 }],
    })
    const round = await delegations.ask()
    await restorePolicy()
    expect((await reassign('Niamh', round, 'Ewa')).body.errors).toMatchObject([{ field: 'to', message: expect.stringContaining('role') }])
    expect(
      (
        await app
          .as(delegations.id('Niamh'), [])
          .post(`/account-approvals/${round}/pass-on`, { stage: 1, to: delegations.id('Ewa'), comment })
      ).status,
    ).toBe(403)
  })

  it('rejects a missing comment, a different stage or version, and decided or unknown requests', async () => {
    const round = await delegations.ask()
    expect((await reassign('Ravi', round, 'Ewa', { comment: '' })).status).toBe(400)
    expect((await reassign('Ravi', round, 'Ewa', { stage: 2 })).body.code).toBe('alreadyDecided')
    expect((await reassign('Ravi', randomUUID(), 'Ewa')).status).toBe(404)
    const oldResponse = await delegations
      .as('Ravi')
      .post(`/account-approvals/${round}/pass-on`, { stage: 1, to: delegations.id('Ewa'), comment }, { 'if-match': '"99"' })
    expect(oldResponse.status).toBe(412)
    await delegations.vote('Ravi', round)
    expect((await reassign('Ravi', round, 'Ewa')).body.code).toBe('alreadyDecided')
  })

  it('succeeds once for each seat, even in parallel', async () => {
    const round = await delegations.ask()
    const responses = await Promise.all(['Ewa', 'Margaret', 'Ewa'].map((recipientName) => reassign('Ravi', round, recipientName)))
    expect(responses.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    expect(await loadLive(round)).toHaveLength(1)
  })
})
