import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import { replaceStage } from '../../test/replaceStage.ts'
import type { PolicyStage, StageRule } from '../db/tables.ts'
import { accountOf, requestAccess as askForAccess } from '../features/access/assignments/access.fixture.ts'
import { services } from '../features/accounts/updates/services.fixture.ts'
import { teamSandbox } from '../features/sandboxes/access/sandboxAccess.fixture.ts'
import { createPending as askForSandbox, template } from '../features/sandboxes/requests/sandboxRequests.fixture.ts'
import { advanceApprovals } from './advanceApprovals.ts'
import { openStage } from './stages.ts'
import { withdrawEndedRequests } from './withdrawEndedRequests.ts'

let app: TestApp
let number = 0
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const person = (...names: string[]): StageRule => ({ kind: 'anyOf', personIds: names.map(id) })
const stageOf = (rule: StageRule, minimum = 1): PolicyStage => ({ name: 'Decide', rule, minimum })

async function submitRequest(...stages: PolicyStage[]): Promise<string> {
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
  const response = await as('Priya').post('/account-requests', newRequest(app, { name: `seats-${++number}` }))
  await restorePolicy()
  expect(response.status).toBe(201)
  return response.body.approvals[0].id
}
const vote = (givenName: string, approvalId: string, stage = 1, decision = 'approve') =>
  as(givenName).post(`/account-approvals/${approvalId}`, { decision, stage, comment: 'As agreed.' })
const votesOf = (approvalId: string) =>
  app.db.selectFrom('approval_decisions').select(['stage', 'approver_id', 'on_behalf_of']).where('approval_id', '=', approvalId).execute()
const stagesOf = (approvalId: string) =>
  app.db
    .selectFrom('approval_stages')
    .select(['stage', 'status', 'counted'])
    .where('approval_id', '=', approvalId)
    .orderBy('stage')
    .execute()
const deniedOf = async (subjectId: string) =>
  (await app.db.selectFrom('audit_events').select('id').where('subject_id', '=', subjectId).where('outcome', '=', 'denied').execute())
    .length
const readView = async (givenName: string, approvalId: string, stage = 1) =>
  (await as(givenName).get(`/account-approvals/${approvalId}`)).body.stages[stage - 1]
const advance = () => advanceApprovals(app.context)

async function delegate(holder: string, delegateName: string) {
  const delegation = uuidv7()
  const row = { id: delegation, person_id: id(holder), delegate_id: id(delegateName), starts_at: new Date(0), ends_at: null }
  await app.db
    .insertInto('delegations')
    .values({ ...row, status: 'live', created_by: id(holder) })
    .execute()
  const set = (status: 'live' | 'ended') => app.db.updateTable('delegations').set({ status }).where('id', '=', delegation).execute()
  undo.push(() => set('ended'))
  return { end: () => set('ended'), start: () => set('live') }
}
async function groupOf(...members: string[]): Promise<string> {
  const group = uuidv7()
  // A recent check keeps Slipway from looking up the group, which is not in the directory.
  await app.db.insertInto('directory_groups').values({ id: group, display_name: 'For this test', checked_at: new Date() }).execute()
  await app.db
    .insertInto('directory_group_members')
    .values(members.map((name) => ({ group_id: group, person_id: id(name) })))
    .execute()
  undo.push(() => app.db.deleteFrom('directory_groups').where('id', '=', group).execute())
  return group
}
const setPerson = (
  givenName: string,
  overrides: { active?: boolean; roles?: string[]; employee_id?: string | null; directory_checked_at?: Date | null },
) => app.db.updateTable('people').set(overrides).where('id', '=', id(givenName)).execute()
async function link(a: string, b: string) {
  const { employee_id } = await app.db.selectFrom('people').select('employee_id').where('id', '=', id(a)).executeTakeFirstOrThrow()
  const personBefore = await app.db.selectFrom('people').select('employee_id').where('id', '=', id(b)).executeTakeFirstOrThrow()
  await setPerson(b, { employee_id })
  undo.push(() => setPerson(b, personBefore))
}

describe('the stage of a vote', () => {
  it('denies a vote by the family owner in the stages of the tower lead and the architecture board', async () => {
    const response = await as('Priya').post(
      '/account-requests',
      newRequest(app, { name: `seats-${++number}`, environment: 'production', workload: 'Production' }),
    )
    const approvalId = response.body.approvals[0].id
    expect((await vote('Ravi', approvalId, 1)).body).toMatchObject({ status: 'pending', stage: 2 })
    expect(await vote('Ravi', approvalId, 2)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await vote('Margaret', approvalId, 2)).body).toMatchObject({ status: 'pending', stage: 3 })
    for (const decision of ['approve', 'reject', 'requestChanges']) expect((await vote('Ravi', approvalId, 3, decision)).status).toBe(403)
    const version = (await as('Ravi').get(`/account-approvals/${approvalId}`)).body.version
    const bulkBody = { items: [{ id: approvalId, stage: 3, version }], decision: 'approve' }
    expect((await as('Ravi').post('/account-approvals/together', bulkBody)).body.results).toMatchObject([{ outcome: 'denied' }])
    expect((await votesOf(approvalId)).map(({ stage, approver_id }) => [stage, approver_id])).toEqual([
      [1, id('Ravi')],
      [2, id('Margaret')],
    ])
    expect((await stagesOf(approvalId)).map(({ status }) => status)).toEqual(['approved', 'approved', 'open'])
    expect(await deniedOf(approvalId)).toBe(5)
    expect((await vote('Samuel', approvalId, 3)).body.status).toBe('approved')
  })

  it('counts a vote once if it is sent several times in parallel', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi')), stageOf(person('Ravi', 'Margaret')))
    const responses = await Promise.all(Array.from({ length: 8 }, () => vote('Ravi', approvalId)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await votesOf(approvalId)).map(({ stage }) => stage)).toEqual([1])
    expect((await vote('Ravi', approvalId, 2)).body.status).toBe('approved')
  })

  it('is required by all operations that vote', async () => {
    const [services_, templateId, sandbox] = [
      services(app),
      await template(app, { approval: { mode: 'required' } } as never),
      await teamSandbox(app, { ownedBy: ['Daniel'] }),
    ]
    const team = (await as('Priya').get(`/sandboxes/${sandbox.id}/groups`)).body.find(
      (group: { id: string }) => group.id === sandbox.team.id,
    )
    const access = await askForAccess(app, accountOf(app, 0))
    const update = await services_.ask(services_.loadFree(0))
    const sandboxRequest = await askForSandbox(app, templateId)
    const joinedResponse = await as('Priya').post(`/sandboxes/${sandbox.id}/accessRequests`, {
      groupId: team?.id ?? sandbox.team.id,
      justification: 'To try it with the team.',
      durationHours: 24,
    })
    expect(joinedResponse.status).toBe(201)
    const routes: [who: string, method: 'post' | 'patch', path: string, approvalId: string][] = [
      ['Daniel', 'patch', `/account-access/access-requests/${access.body.id}`, access.approvalId],
      ['Daniel', 'patch', `/sandbox-access/requests/${joinedResponse.body.id}`, joinedResponse.body.approvals[0].id],
      ['Ravi', 'post', `/accounts/${update.account.id}/updates/${update.id}/approve`, update.approvals[0].id],
      ['Ravi', 'post', `/sandbox-requests/${sandboxRequest.id}/review`, sandboxRequest.approvals[0].id],
    ]
    for (const [personaName, method, path, approvalId] of routes) {
      await app.db
        .insertInto('approval_stages')
        .values({
          approval_id: approvalId,
          stage: 2,
          name: 'Another',
          rule: JSON.stringify(person('Margaret')),
          minimum: 1,
          status: 'waiting',
        })
        .execute()
      const send = (body: object) => as(personaName)[method](path, { decision: 'approve', comment: 'As agreed.', ...body })
      expect([path, await send({})]).toMatchObject([
        path,
        {
          status: 400,
          body: {
            code: 'invalidRequest',
            errors: [{ field: 'stage', message: expect.stringMatching(/^is required: send the value of `stage`/) }],
          },
        },
      ])
      const responses = await Promise.all([send({ stage: 1 }), send({ stage: 1 }), send({ stage: 1 })])
      expect([path, responses.map(({ status }) => status).sort()]).toEqual([path, [200, 409, 409]])
      const rejection = await send({ stage: 2 })
      expect([path, rejection.status]).toEqual([path, method === 'patch' ? 401 : 403])
      expect([path, (await votesOf(approvalId)).map(({ stage }) => stage)]).toEqual([path, [1]])
      expect(await deniedOf(approvalId)).toBeGreaterThan(0)
    }
  })

  it('rejects a vote sent again after the request changed, unless it has the new version', async () => {
    const { body } = await askForAccess(app, accountOf(app, 1))
    const path = `/account-access/access-requests/${body.id}`
    const send = (overrides: object) => as('Daniel').patch(path, { stage: 1, comment: 'Two days are enough.', ...overrides })
    expect((await send({ decision: 'changes' })).status).toBe(200)
    const updateResponse = await as('Priya').patch(`/accounts/${body.account.id}/accessRequests/${body.id}`, {
      justification: 'To look into the tills on Fridays.',
      durationHours: 48,
    })
    expect(updateResponse.status).toBe(200)
    for (const decision of ['changes', 'approve'])
      expect(await send({ decision })).toMatchObject({ status: 409, body: { code: 'alreadyDecided' } })
    expect((await as('Daniel').get(path)).body.status).toBe('pending_approval')
    expect((await send({ decision: 'approve', version: updateResponse.body.version })).body.status).toBe('approved')
  })
})

describe('the votes that count when a stage closes', () => {
  interface Loss {
    why: string
    rule: () => Promise<StageRule>
    voter?: string
    lose: () => Promise<unknown>
    regain: () => Promise<unknown>
    reason: string
  }
  let group = ''
  let delegation: Awaited<ReturnType<typeof delegate>>
  const losses: Loss[] = [
    {
      why: 'their role in Slipway was taken away',
      rule: async () => ({ kind: 'anyOf', of: [{ kind: 'role', role: 'Slipway.Admin' }], personIds: [id('Margaret'), id('Samuel')] }),
      voter: 'Niamh',
      lose: () => setPerson('Niamh', { roles: [] }),
      regain: () => setPerson('Niamh', { roles: ['Slipway.Admin'] }),
      reason: 'seatLost',
    },
    {
      why: 'they left the group',
      rule: async () => {
        group = await groupOf('Ravi')
        return { kind: 'anyOf', groupIds: [group], personIds: [id('Margaret'), id('Samuel')] }
      },
      lose: () => app.db.deleteFrom('directory_group_members').where('group_id', '=', group).execute(),
      regain: () =>
        app.db
          .insertInto('directory_group_members')
          .values({ group_id: group, person_id: id('Ravi') })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      reason: 'seatLost',
    },
    {
      why: 'their account was disabled',
      rule: async () => person('Ravi', 'Margaret', 'Samuel'),
      lose: () => setPerson('Ravi', { active: false }),
      regain: () => setPerson('Ravi', { active: true }),
      reason: 'accountDisabled',
    },
    {
      why: 'the delegation that they voted with ended',
      rule: async () => {
        delegation = await delegate('Ravi', 'Ewa')
        return person('Ravi', 'Margaret', 'Samuel')
      },
      voter: 'Ewa',
      lose: () => delegation.end(),
      regain: () => delegation.start(),
      reason: 'delegationEnded',
    },
    {
      why: 'the person they voted for lost the seat',
      rule: async () => {
        await delegate('Ravi', 'Ewa')
        return person('Ravi', 'Margaret', 'Samuel')
      },
      voter: 'Ewa',
      lose: () => setPerson('Ravi', { active: false }),
      regain: () => setPerson('Ravi', { active: true }),
      reason: 'seatLost',
    },
  ]

  it.each(losses)('excludes a vote when $why, and shows the reason', async ({ rule, voter = 'Ravi', lose, regain, reason }) => {
    const approvalId = await submitRequest(stageOf(await rule(), 2))
    expect((await vote(voter, approvalId)).body.status).toBe('pending')
    expect(await readView('Priya', approvalId)).toMatchObject({ missing: 1, decisions: [{ counts: true, reason: null }] })
    await lose()
    undo.push(regain)
    expect(await readView('Priya', approvalId)).toMatchObject({ missing: 2, decisions: [{ counts: false, reason }] })
    expect((await vote('Margaret', approvalId)).body).toMatchObject({ status: 'pending', stages: [{ missing: 1 }] })
    expect((await vote('Samuel', approvalId)).body.status).toBe('approved')
    const votes = await app.db
      .selectFrom('approval_decisions')
      .select(['id', 'approver_id'])
      .where('approval_id', '=', approvalId)
      .execute()
    const countedVoteIds = votes.filter(({ approver_id }) => approver_id !== id(voter)).map((each) => each.id)
    expect([...(await stagesOf(approvalId))[0]!.counted!].sort()).toEqual(countedVoteIds.sort())
    await regain()
    const stageAfter = await readView('Priya', approvalId)
    expect(stageAfter.missing).toBe(0)
    expect(
      stageAfter.decisions.map((each: { person: { id: string }; counts: boolean }) => [each.person.id === id(voter), each.counts]),
    ).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
  })

  it.each(losses)('closes the stage when the vote counts again after $why', async ({ rule, voter = 'Ravi', lose, regain }) => {
    const approvalId = await submitRequest(stageOf(await rule(), 2))
    await vote(voter, approvalId)
    await lose()
    undo.push(regain)
    await vote('Margaret', approvalId)
    await advance()
    expect((await stagesOf(approvalId))[0]!.status).toBe('open')
    await regain()
    await Promise.all([advance(), advance()])
    const { status, subject_id } = await app.db
      .selectFrom('approvals')
      .select(['status', 'subject_id'])
      .where('id', '=', approvalId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('approved')
    const events = await app.db
      .selectFrom('audit_events')
      .select('operation')
      .where('subject_id', '=', subject_id)
      .where('operation', '=', 'approvalStageApproved')
      .execute()
    expect(events).toHaveLength(1)
    expect(await app.db.selectFrom('work_runs').select('kind').where('subject_id', '=', subject_id).execute()).toEqual([
      { kind: 'buildAccount' },
    ])
  })

  it('lets the holder of a seat vote once when the vote for them no longer counts', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Margaret'), 2))
    const { end, start } = await delegate('Ravi', 'Ewa')
    await vote('Ewa', approvalId)
    expect((await vote('Ravi', approvalId)).status).toBe(409)
    await end()
    const { body: inbox } = await as('Ravi').get('/account-approvals/pending-approvals')
    expect(inbox.map((each: { id: string }) => each.id)).toContain(approvalId)
    expect((await vote('Ravi', approvalId)).body.status).toBe('pending')
    await start()
    expect(await readView('Priya', approvalId)).toMatchObject({
      missing: 1,
      decisions: [{ counts: true }, { counts: false, reason: 'countedAlready' }],
    })
    expect((await vote('Margaret', approvalId)).body.status).toBe('approved')
  })

  it('counts two user accounts of one person once, even if they are linked after the vote', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Margaret', 'Samuel', 'Ewa'), 3))
    await vote('Ravi', approvalId)
    await vote('Margaret', approvalId)
    await link('Ravi', 'Margaret')
    expect((await vote('Samuel', approvalId)).body).toMatchObject({ status: 'pending', stages: [{ missing: 1 }] })
    await link('Ravi', 'Ewa')
    expect(await vote('Ewa', approvalId)).toMatchObject({ status: 409, body: { code: 'alreadyDecided' } })
    expect(await votesOf(approvalId)).toHaveLength(3)
  })
})

describe('an earlier stage approved with another user account of the requester', () => {
  const statusOf = (approvalId: string) =>
    app.db.selectFrom('approvals').select(['status', 'subject_id']).where('id', '=', approvalId).executeTakeFirstOrThrow()

  it('blocks the approval and withdraws the request within a minute, once', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi')), stageOf(person('Margaret')))
    await vote('Ravi', approvalId)
    await link('Priya', 'Ravi')
    expect(await readView('Margaret', approvalId)).toMatchObject({ decisions: [{ counts: false }] })
    expect(await vote('Margaret', approvalId, 2)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await expect(
      app.db.transaction().execute(async (tx) => {
        await sql`alter table approval_stages disable trigger approval_stages_transitions`.execute(tx)
        await tx
          .updateTable('approval_stages')
          .set({ status: 'approved', counted: [] })
          .where('approval_id', '=', approvalId)
          .where('stage', '=', 2)
          .execute()
        await tx.updateTable('approvals').set({ status: 'approved', closed_at: new Date() }).where('id', '=', approvalId).execute()
      }),
    ).rejects.toMatchObject({ code: '23514', constraint: 'approval_base_ended' })
    await Promise.all([1, 2].map(() => app.db.transaction().execute((tx) => withdrawEndedRequests(tx, {}, new Date()))))
    const { status, subject_id } = await statusOf(approvalId)
    expect(status).toBe('cancelled')
    const events = app.db.selectFrom('audit_events').select('operation').where('subject_id', '=', subject_id)
    expect(await events.where('operation', '=', 'requestClosed').execute()).toHaveLength(1)
    expect(await app.db.selectFrom('work_runs').select('kind').where('subject_id', '=', subject_id).execute()).toEqual([])
    expect((await votesOf(approvalId)).length).toBe(1)
  })

  it('has no effect when enough other people approved the stage', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Ewa', 'Samuel'), 2), stageOf(person('Margaret')))
    await vote('Ravi', approvalId)
    await vote('Ewa', approvalId)
    await advance()
    expect((await statusOf(approvalId)).status).toBe('pending')
    expect((await vote('Margaret', approvalId, 2)).body.status).toBe('approved')
  })
})

describe('the database', () => {
  type Vote = Partial<{ approver: string; holder: string; stage: number }>
  const insert = (
    approvalId: string,
    { approver = 'Ravi', holder, stage = 1 }: Vote = {},
    db: Pick<typeof app.db, 'insertInto'> = app.db,
  ) =>
    db
      .insertInto('approval_decisions')
      .values({
        id: uuidv7(),
        approval_id: approvalId,
        stage,
        approver_id: id(approver),
        on_behalf_of: holder ? id(holder) : null,
        requester_id: id('Priya'),
        decision: 'approve',
      })
      .execute()
  const expectConstraintError = async (promise: Promise<unknown>, code: string, constraint: string) => {
    await expect(promise).rejects.toMatchObject({ code, constraint })
  }
  const ownRequestError = ['23514', 'cannot_decide_own_request'] as const
  const noSeat = ['23514', 'vote_needs_a_seat'] as const
  const notOpen = ['23514', 'vote_on_the_open_stage'] as const
  const duplicate = ['23505', 'one_vote_per_person_and_stage'] as const
  const seatTwice = ['23505', 'approval_decisions_one_seat'] as const

  it('rejects votes without a seat in the stage, with an ended seat, or by a disabled person', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Samuel'), 2), stageOf(person('Margaret')))
    for (const approver of ['Tomasz', 'Niamh', 'Margaret']) await expectConstraintError(insert(approvalId, { approver }), ...noSeat)
    await setPerson('Ravi', { active: false })
    undo.push(() => setPerson('Ravi', { active: true }))
    await expectConstraintError(insert(approvalId), ...noSeat)
    await setPerson('Ravi', { active: true })
    await replaceStage(app.db, approvalId, 1, { rule: JSON.stringify(person('Samuel', 'Ewa')) })
    await expectConstraintError(insert(approvalId), ...noSeat)
    expect(await votesOf(approvalId)).toEqual([])
  })

  it('rejects votes if the voter, seat holder or requester was never read in the directory', async () => {
    for (const unsyncedPerson of ['Ravi', 'Ewa', 'Priya']) {
      const approvalId = await submitRequest(stageOf(person('Ravi')))
      await delegate('Ravi', 'Ewa')
      await setPerson(unsyncedPerson, { directory_checked_at: null })
      undo.push(() => setPerson(unsyncedPerson, { directory_checked_at: new Date() }))
      await expectConstraintError(insert(approvalId, { approver: 'Ewa', holder: 'Ravi' }), '23514', 'people_are_read_first')
      for (const each of undo.splice(0).reverse()) await each()
    }
  })

  it('rejects a different rule for an open or later stage, except for an added person', async () => {
    const rule = { kind: 'directoryGroup' as const, groupId: await groupOf('Ravi') }
    const approvalId = await submitRequest(stageOf({ ...rule, fallbackGroupId: rule.groupId }), stageOf(person('Samuel')))
    const set = (overrides: { rule?: StageRule; alternates?: StageRule; name?: string }, stage = 1) =>
      app.db
        .updateTable('approval_stages')
        .set({
          ...overrides,
          ...(overrides.rule && { rule: JSON.stringify(overrides.rule) }),
          ...(overrides.alternates && { alternates: JSON.stringify(overrides.alternates) }),
        } as object)
        .where('approval_id', '=', approvalId)
        .where('stage', '=', stage)
        .execute()
    const tomasz: StageRule = { kind: 'person', personId: id('Tomasz') }
    const transitionError = ['23514', 'approval_stage_transitions'] as const
    await expectConstraintError(set({ rule: tomasz }), ...transitionError)
    await expectConstraintError(set({ rule: { kind: 'anyOf', of: [tomasz] } }), ...transitionError)
    await expectConstraintError(set({ rule: { kind: 'anyOf', of: [rule, tomasz], personIds: [id('Ewa')] } }), ...transitionError)
    await expectConstraintError(set({ rule: { kind: 'anyOf', of: [rule, tomasz, tomasz] } }), ...transitionError)
    await expectConstraintError(set({ rule: { kind: 'anyOf', of: [rule, tomasz], fallbackGroupId: id('Ewa') } }), ...transitionError)
    await expectConstraintError(set({ alternates: tomasz }), ...transitionError)
    await expectConstraintError(set({ name: 'Another' }), ...transitionError)
    await expectConstraintError(set({ rule: tomasz }, 2), ...transitionError)
    await set({ rule: { kind: 'anyOf', of: [rule, rule, tomasz] } })
  })

  it('rejects a vote in a stage that is not open', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi')), stageOf(person('Ravi', 'Samuel')))
    await expectConstraintError(insert(approvalId, { stage: 2 }), ...notOpen)
    await vote('Ravi', approvalId)
    await expectConstraintError(insert(approvalId, { approver: 'Samuel', stage: 1 }), ...notOpen)
    await vote('Samuel', approvalId, 2)
    await expectConstraintError(insert(approvalId, { stage: 2 }), ...notOpen)
  })

  it('rejects votes by the requester or the requester’s other user account, or with a seat of either', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Priya', 'Tomasz')))
    await link('Priya', 'Tomasz')
    for (const approver of ['Priya', 'Tomasz']) await expectConstraintError(insert(approvalId, { approver }), ...ownRequestError)
    await delegate('Tomasz', 'Ewa')
    await expectConstraintError(insert(approvalId, { approver: 'Ewa', holder: 'Tomasz' }), ...ownRequestError)
  })

  it('rejects a vote by the second user account of a person who has voted', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Samuel'), 2))
    await vote('Ravi', approvalId)
    await link('Ravi', 'Samuel')
    await expectConstraintError(insert(approvalId, { approver: 'Samuel' }), ...duplicate)
    await expectConstraintError(insert(approvalId), ...duplicate)
  })

  it('rejects a vote for another person without a delegation or reassignment, or after either has ended', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi')))
    await expectConstraintError(insert(approvalId, { approver: 'Ewa', holder: 'Ravi' }), ...noSeat)
    const { end } = await delegate('Ravi', 'Ewa')
    await expectConstraintError(insert(approvalId, { approver: 'Samuel', holder: 'Ravi' }), ...noSeat)
    await expectConstraintError(insert(approvalId, { approver: 'Ewa', holder: 'Margaret' }), ...noSeat)
    await end()
    await expectConstraintError(insert(approvalId, { approver: 'Ewa', holder: 'Ravi' }), ...noSeat)
  })

  it('rejects a second vote with one seat, by holder and delegate, even from two replicas', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Margaret'), 2))
    await delegate('Ravi', 'Ewa')
    const results = await Promise.allSettled([
      app.db.transaction().execute((tx) => insert(approvalId, { approver: 'Ewa', holder: 'Ravi' }, tx)),
      app.db.transaction().execute((tx) => insert(approvalId, {}, tx)),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: seatTwice[0], constraint: seatTwice[1] } })
    const [firstVote] = await votesOf(approvalId)
    await expectConstraintError(
      firstVote!.on_behalf_of ? insert(approvalId) : insert(approvalId, { approver: 'Ewa', holder: 'Ravi' }),
      ...seatTwice,
    )
  })

  it('rejects an approved stage without its votes, and an approval without its stages', async () => {
    const approvalId = await submitRequest(stageOf(person('Ravi', 'Margaret'), 2), stageOf(person('Samuel')))
    const needsVotes = ['23514', 'approval_stage_needs_votes'] as const
    const transitionError = ['23514', 'approval_stage_transitions'] as const
    const needsStages = ['23514', 'approval_needs_its_stages'] as const
    const set = (stage: number, overrides: object) =>
      app.db.updateTable('approval_stages').set(overrides).where('approval_id', '=', approvalId).where('stage', '=', stage).execute()
    const approve = (overrides: object = {}) =>
      app.db
        .updateTable('approvals')
        .set({ status: 'approved', closed_at: new Date(), ...overrides })
        .where('id', '=', approvalId)
        .execute()
    await vote('Ravi', approvalId)
    await expectConstraintError(set(1, { status: 'approved' }), ...needsVotes)
    await expectConstraintError(set(1, { minimum: 1 }), ...transitionError)
    await expectConstraintError(set(1, { counted: [uuidv7(), uuidv7()] }), ...transitionError)
    await expectConstraintError(set(2, { status: 'approved' }), ...transitionError)
    await expectConstraintError(set(2, { status: 'open' }), ...transitionError)
    await expectConstraintError(approve(), ...needsStages)
    await expectConstraintError(approve({ automatic: 'No approval was required.' }), ...needsStages)
    await expectConstraintError(
      app.db.deleteFrom('approval_stages').where('approval_id', '=', approvalId).where('stage', '=', 2).execute(),
      ...transitionError,
    )
    const extra = { approval_id: approvalId, stage: 3, name: 'Extra', rule: JSON.stringify(person('Ravi')), minimum: 1 }
    await expectConstraintError(
      app.db
        .insertInto('approval_stages')
        .values({ ...extra, status: 'approved' })
        .execute(),
      ...needsVotes,
    )
    await expectConstraintError(
      sql`insert into approvals select (jsonb_populate_record(a, jsonb_build_object('id', ${uuidv7()}::text, 'subject_id', ${uuidv7()}::text,
        'status', 'approved'))).* from approvals a where a.id = ${approvalId}`.execute(app.db),
      ...needsStages,
    )
    await setPerson('Ravi', { active: false })
    undo.push(() => setPerson('Ravi', { active: true }))
    await insert(approvalId, { approver: 'Margaret' })
    await expectConstraintError(set(1, { status: 'approved' }), ...needsVotes)
    await setPerson('Ravi', { active: true })
    await set(1, { status: 'approved', closed_at: new Date() })
    await expectConstraintError(set(1, { status: 'open' }), ...transitionError)
    for (const overrides of [
      { rule: JSON.stringify(person('Samuel')) },
      { alternates: JSON.stringify(person('Samuel')) },
      { minimum: 3 },
      { name: 'Other' },
    ])
      await expectConstraintError(set(1, overrides), ...transitionError)
    await expectConstraintError(set(2, { rule: JSON.stringify({}) }), ...transitionError)
    await expectConstraintError(approve(), ...needsStages)
    await openStage(app.db, approvalId, 2, new Date())
  })
})
