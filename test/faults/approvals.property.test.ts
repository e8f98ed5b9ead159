import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { advanceApprovals } from '../../server/approvals/advanceApprovals.ts'
import { checkInvariants, invariants } from '../../server/db/invariants.ts'
import { updateDelegations } from '../../server/features/approvals/delegations/updateDelegations.ts'
import { createLinkedUser, newPerson } from '../adversary/world.ts'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { putPolicy } from '../putPolicy.ts'

/** `ann2` is another user account of `ann`, `cem2` of `cem`; `hal` has a seat only by delegation, `gus` after an escalation. */
const names = ['ann', 'ann2', 'bea', 'cem', 'cem2', 'dov', 'eli', 'fay', 'gus', 'hal'] as const
type Name = (typeof names)[number]
const identityOf = (name: Name): string => name.replace('2', '')

const stages = [1, 2, 3] as const
type Stage = (typeof stages)[number]
/** The initial seats. Requesters have seats too, so that a rejection is never due to a missing seat. */
const initialSeats: Record<Stage, Name[]> = {
  1: ['cem', 'cem2', 'dov', 'eli', 'ann', 'ann2'],
  2: ['dov', 'fay', 'ann2', 'bea'],
  3: ['eli', 'fay', 'cem', 'cem2', 'ann'],
}
const minimum: Record<Stage, number> = { 1: 2, 2: 1, 3: 2 }

type Action =
  | { kind: 'vote'; by: Name; decision: 'approve' | 'reject' | 'requestChanges'; stage: Stage | 'open' }
  | { kind: 'edit' | 'withdraw' | 'endDelegation' | 'revokeReassignment' | 'leave' | 'return'; by: Name }
  | { kind: 'delegate' | 'reassign'; by: Name; to: Name }
  | { kind: 'loseSeat' | 'regainSeat'; by: Name; stage: Stage }
  | { kind: 'tend' | 'escalate' | 'expire' }

const name = fc.constantFrom(...names)
const approver = fc.constantFrom<Name>('cem', 'dov', 'eli', 'fay')
/** Half of the actions advance a request, so that sequences reach its later stages. */
const arbitraryAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      by: approver,
      decision: fc.constant('approve' as const),
      stage: fc.constant('open' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      by: name,
      decision: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const, 'requestChanges' as const),
      stage: fc.constantFrom<Stage | 'open'>('open', 'open', 1, 2, 3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('delegate' as const, 'reassign' as const), by: approver, to: name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('endDelegation' as const, 'revokeReassignment' as const), by: name }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('loseSeat' as const, 'regainSeat' as const),
      by: name,
      stage: fc.constantFrom(...stages),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'return' as const), by: name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'withdraw' as const), by: name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('tend' as const, 'tend' as const, 'escalate' as const, 'expire' as const) }) },
)
const story: fc.Arbitrary<Story> = fc.record({
  requester: fc.constantFrom<Name>('ann', 'bea', 'cem'),
  actions: fc.array(arbitraryAction, { minLength: 4, maxLength: 16 }),
  ends: fc.constant(undefined),
})

interface Story {
  requester: Name
  actions: Action[]
  ends: string | undefined
}

const approveBy = (actor: Name): Action => ({ kind: 'vote', by: actor, decision: 'approve', stage: 'open' })
/** These run first, so that every final status is reached even in a short run. */
const examples: (Story & { ends: string })[] = [
  {
    requester: 'ann',
    ends: 'approved',
    actions: [approveBy('dov'), approveBy('eli'), approveBy('fay'), approveBy('eli'), approveBy('fay')],
  },
  // A seat that is lost before the stage closes doesn’t count; a restored seat counts without another vote.
  {
    requester: 'ann',
    ends: 'approved',
    actions: [
      approveBy('dov'),
      { kind: 'loseSeat', by: 'dov', stage: 1 },
      approveBy('eli'),
      { kind: 'regainSeat', by: 'dov', stage: 1 },
      { kind: 'tend' },
      approveBy('dov'),
      approveBy('eli'),
      { kind: 'leave', by: 'eli' },
      approveBy('fay'),
      { kind: 'return', by: 'eli' },
      { kind: 'tend' },
    ],
  },
  // Two user accounts of one person, and two ways to one seat, count once.
  {
    requester: 'bea',
    ends: 'approved',
    actions: [
      approveBy('cem'),
      approveBy('cem2'),
      { kind: 'delegate', by: 'dov', to: 'hal' },
      { kind: 'reassign', by: 'eli', to: 'gus' },
      approveBy('gus'),
      approveBy('hal'),
      approveBy('dov'),
      approveBy('fay'),
      { kind: 'endDelegation', by: 'hal' },
      { kind: 'vote', by: 'hal', decision: 'approve', stage: 3 },
      approveBy('cem2'),
      approveBy('cem'),
      approveBy('eli'),
    ],
  },
  {
    requester: 'bea',
    ends: 'rejected',
    actions: [
      { kind: 'vote', by: 'gus', decision: 'approve', stage: 1 },
      { kind: 'escalate' },
      approveBy('gus'),
      { kind: 'reassign', by: 'dov', to: 'hal' },
      { kind: 'revokeReassignment', by: 'dov' },
      approveBy('hal'),
      { kind: 'vote', by: 'dov', decision: 'reject', stage: 1 },
    ],
  },
  {
    requester: 'ann',
    ends: 'cancelled',
    actions: [
      { kind: 'withdraw', by: 'ann2' },
      { kind: 'withdraw', by: 'ann' },
    ],
  },
  { requester: 'ann', ends: 'expired', actions: [{ kind: 'expire' }, approveBy('dov')] },
  {
    requester: 'ann',
    ends: 'pending_approval',
    actions: [approveBy('dov'), { kind: 'edit', by: 'ann' }, approveBy('eli'), { kind: 'vote', by: 'ann2', decision: 'approve', stage: 1 }],
  },
  {
    requester: 'cem',
    ends: 'changes_requested',
    actions: [approveBy('cem'), approveBy('cem2'), approveBy('dov'), { kind: 'vote', by: 'eli', decision: 'requestChanges', stage: 1 }],
  },
]
/** The other invariants are checked at the end, because a story changes only approvals. */
const approvalInvariants = invariants.filter(({ inOperation, name }) => !inOperation && /^(approval|request)-/.test(name))
const groupOf: Record<2 | 3, string> = { 2: randomUUID(), 3: randomUUID() }
const alternates = randomUUID()

let app: TestApp
const callers = new Map<Name, Caller>()
let ids: Record<Name, string>
let familyId: string
let stories = 0
const countsByStatus = new Map<string, number>()

interface Model {
  requester: Name
  seats: Record<Stage, Set<Name>>
  here: Set<Name>
  delegations: Map<Name, { to: Name; id: string }>
  passed: { approvalId: string; stage: Stage; by: Name; to: Name }[]
}

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const people: Partial<Record<Name, string>> = {}
  for (const each of names)
    people[each] = each.endsWith('2') ? await createLinkedUser(app, people[identityOf(each) as Name]!) : await newPerson(app)
  ids = people as Record<Name, string>
  familyId = newRequest(app).familyId
  // The simulator doesn’t know these groups, so they must not be synced.
  const checked_at = new Date(Date.now() + 86_400_000)
  await app.db
    .insertInto('directory_groups')
    .values([groupOf[2], groupOf[3], alternates].map((id) => ({ id, display_name: 'Approvers', checked_at })))
    .execute()
  await app.db.insertInto('directory_group_members').values({ group_id: alternates, person_id: ids.gus }).execute()
  await putPolicy(app, 'accountRequest', {
    reject: [],
    approve: [],
    stages: [
      {
        name: 'Owners',
        rule: { kind: 'familyOwner' },
        minimum: minimum[1],
        escalateAfterHours: 24,
        alternates: { kind: 'directoryGroup', groupId: alternates },
      },
      { name: 'Leads', rule: { kind: 'directoryGroup', groupId: groupOf[2] }, minimum: minimum[2] },
      { name: 'Board', rule: { kind: 'directoryGroup', groupId: groupOf[3] }, minimum: minimum[3] },
    ],
  })
})
afterAll(() => app.close())

function callerOf(personaName: Name): Caller {
  const caller = callers.get(personaName) ?? app.as(ids[personaName])
  callers.set(personaName, caller)
  return caller
}

async function writeSeats(stage: Stage, seatedNames: Iterable<Name>): Promise<void> {
  const people = [...seatedNames].map((each) => ids[each])
  await app.db.transaction().execute(async (tx) => {
    if (stage === 1) {
      await tx.deleteFrom('family_owners').where('family_id', '=', familyId).execute()
      await tx
        .insertInto('family_owners')
        .values(people.map((person_id, position) => ({ family_id: familyId, person_id, position })))
        .execute()
      return
    }
    await tx.deleteFrom('directory_group_members').where('group_id', '=', groupOf[stage]).execute()
    await tx
      .insertInto('directory_group_members')
      .values(people.map((person_id) => ({ group_id: groupOf[stage], person_id })))
      .execute()
  })
}

async function startStory(requester: Name): Promise<Model> {
  callers.clear()
  await app.db.deleteFrom('delegations').where('person_id', 'in', Object.values(ids)).execute()
  await app.db.updateTable('people').set({ active: true }).where('id', 'in', Object.values(ids)).execute()
  for (const stage of stages) await writeSeats(stage, initialSeats[stage])
  const seats = Object.fromEntries(stages.map((stage) => [stage, new Set(initialSeats[stage])])) as Model['seats']
  return { requester, seats, here: new Set(names), delegations: new Map(), passed: [] }
}

const approvalsOf = (requestId: string) =>
  app.db.selectFrom('approvals').selectAll().where('subject_id', '=', requestId).orderBy('opened_at').orderBy('id').execute()
const stagesOf = (approvalId: string) =>
  app.db.selectFrom('approval_stages').selectAll().where('approval_id', '=', approvalId).orderBy('stage').execute()
async function votesOf(approvalId: string) {
  const rows = await app.db
    .selectFrom('approval_decisions')
    .selectAll()
    .where('approval_id', '=', approvalId)
    .orderBy('decided_at')
    .execute()
  const nameOf = (id: string | null) => names.find((each) => ids[each] === id)
  return rows.map(({ stage, decision, approver_id, on_behalf_of }) => ({
    stage: stage as Stage,
    decision,
    by: nameOf(approver_id)!,
    for: nameOf(on_behalf_of),
  }))
}
type Vote = Awaited<ReturnType<typeof votesOf>>[number]

async function statusOf(requestId: string): Promise<string> {
  const { status } = await app.db.selectFrom('account_requests').select('status').where('id', '=', requestId).executeTakeFirstOrThrow()
  return status
}

/** A person has a seat if they are active, an approver or an escalation approver of the stage, and not the requester. */
function hasSeat(model: Model, stage: Stage, isEscalated: boolean, personaName: Name): boolean {
  const isNamed = model.seats[stage].has(personaName) || (isEscalated && stage === 1 && personaName === 'gus')
  return isNamed && model.here.has(personaName) && identityOf(personaName) !== identityOf(model.requester)
}

function usableSeats(model: Model, approvalId: string, stage: Stage, isEscalated: boolean, personaName: Name): Name[] {
  if (!model.here.has(personaName) || identityOf(personaName) === identityOf(model.requester)) return []
  const delegatingHolders = names.filter(
    (holder) =>
      model.delegations.get(holder)?.to === personaName ||
      model.passed.some((each) => each.approvalId === approvalId && each.stage === stage && each.by === holder && each.to === personaName),
  )
  return [personaName, ...delegatingHolders].filter((holder) => hasSeat(model, stage, isEscalated, holder))
}

function countedPeopleOf(model: Model, approvalId: string, stage: Stage, isEscalated: boolean, votes: Vote[]): number {
  const countedVotes = votes.filter((vote) => {
    const usableVoters = usableSeats(model, approvalId, stage, isEscalated, vote.by)
    return (
      vote.stage === stage &&
      vote.decision === 'approve' &&
      (usableVoters.includes(vote.by) || (vote.for && usableVoters.includes(vote.for)))
    )
  })
  const seats = countedVotes.map((vote) => {
    const usableVoters = usableSeats(model, approvalId, stage, isEscalated, vote.by)
    return identityOf(vote.for && usableVoters.includes(vote.for) ? vote.for : vote.by)
  })
  return Math.min(new Set(countedVotes.map(({ by: actor }) => identityOf(actor))).size, new Set(seats).size)
}

it('approves only with enough votes of different people with a seat when each stage closes, for any events', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ requester, actions, ends }) => {
      const model = await startStory(requester)
      const details = newRequest(app, { name: `votes-${++stories}`, ownerIds: [ids[requester], app.persona('Daniel').id] })
      const response = await callerOf(requester).post('/account-requests', details)
      expect([response.status, response.body.code]).toEqual([201, undefined])
      const id = response.body.id as string
      for (const [index, each] of actions.entries()) {
        const round = (await approvalsOf(id)).at(-1)!
        const before = { stages: await stagesOf(round.id), votes: await votesOf(round.id), status: await statusOf(id) }
        const responseStatus = await applyAction(each, model, id, round.id, { ...details, purpose: `Changed for the ${index + 1}th time.` })
        expect(responseStatus).toBeLessThan(500)
        const stateAfter = { stages: await stagesOf(round.id), votes: await votesOf(round.id), status: await statusOf(id) }
        expectVoteToHaveASeat(each, responseStatus, model, round, before)
        expectStagesToCloseByVotes(model, round.id, before.stages, stateAfter)
        await expectApprovalToBeWhole(id, model)
        for (const { name: rule, rows, problem } of await checkInvariants(app.db, approvalInvariants))
          expect([rule, rows, problem]).toEqual([rule, [], null])
      }
      const status = await statusOf(id)
      if (ends) expect(status).toBe(ends)
      countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1)
    }),
    { numRuns: 60, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false, examples: examples.map((each): [Story] => [each]) },
  )
  console.log(`${stories} stories ended ${[...countsByStatus].map(([status, count]) => `${status} ${count}`).join(', ')}`)
  for (const { ends } of examples) expect([...countsByStatus.keys()]).toContain(ends)
})

type State = { stages: Awaited<ReturnType<typeof stagesOf>>; votes: Vote[]; status: string }

function expectVoteToHaveASeat(
  each: Action,
  responseStatus: number,
  model: Model,
  round: { id: string; stage: number },
  before: State,
): void {
  if (each.kind !== 'vote' || responseStatus !== 200) return
  const open = before.stages.find(({ status }) => status === 'open')
  expect(open?.stage).toBe(each.stage === 'open' ? round.stage : each.stage)
  const stage = open!.stage as Stage
  expect(usableSeats(model, round.id, stage, open!.escalated_at !== null, each.by)).not.toEqual([])
  expect(before.votes.filter((vote) => vote.stage === stage && identityOf(vote.by) === identityOf(each.by))).toEqual([])
}

function expectStagesToCloseByVotes(model: Model, approvalId: string, before: State['stages'], stateAfter: State): void {
  for (const stageAfter of stateAfter.stages) {
    const stageBefore = before.find(({ stage }) => stage === stageAfter.stage)!
    if (stageAfter.status !== 'approved' || stageBefore.status === 'approved') continue
    const stage = stageAfter.stage as Stage
    const countedPeople = countedPeopleOf(model, approvalId, stage, stageAfter.escalated_at !== null, stateAfter.votes)
    expect(countedPeople).toBeGreaterThanOrEqual(minimum[stage])
  }
}

async function expectApprovalToBeWhole(requestId: string, model: Model): Promise<void> {
  const all = await approvalsOf(requestId)
  for (const round of all)
    for (const vote of await votesOf(round.id)) {
      expect(identityOf(vote.by)).not.toBe(identityOf(model.requester))
      if (vote.for) expect(identityOf(vote.for)).not.toBe(identityOf(model.requester))
    }
  const isApproved = (await statusOf(requestId)) === 'approved'
  const runs = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', requestId).execute()
  expect(runs).toHaveLength(isApproved ? 1 : 0)
  if (!isApproved) return
  expect((await stagesOf(all.at(-1)!.id)).map(({ stage, status }) => [stage, status])).toEqual(stages.map((stage) => [stage, 'approved']))
}

async function applyAction(
  each: Action,
  model: Model,
  requestId: string,
  approvalId: string,
  details: ReturnType<typeof newRequest>,
): Promise<number> {
  const now = () => new Date()
  const context = { ...app, now }
  switch (each.kind) {
    case 'tend':
      await updateDelegations(context)
      await advanceApprovals(context)
      return 0
    case 'escalate':
      await app.db
        .updateTable('approval_stages')
        .set({ escalate_at: new Date(Date.now() - 1_000) })
        .where('approval_id', '=', approvalId)
        .where('status', '=', 'open')
        .where('escalate_at', 'is not', null)
        .execute()
      await advanceApprovals(context)
      return 0
    case 'expire':
      await app.db
        .updateTable('approvals')
        .set({ due_at: new Date(Date.now() - 1_000) })
        .where('id', '=', approvalId)
        .where('status', '=', 'pending')
        .execute()
      await advanceApprovals(context)
      return 0
    case 'leave':
    case 'return': {
      const isActive = each.kind === 'return'
      await app.db.updateTable('people').set({ active: isActive }).where('id', '=', ids[each.by]).execute()
      model.here[isActive ? 'add' : 'delete'](each.by)
      callers.delete(each.by)
      return 0
    }
    case 'loseSeat':
    case 'regainSeat': {
      const seatedNames = model.seats[each.stage]
      if (each.kind === 'regainSeat' && initialSeats[each.stage].includes(each.by)) seatedNames.add(each.by)
      // A stage always has an approver, which the screens for owners ensure.
      if (each.kind === 'loseSeat' && seatedNames.size > 1) seatedNames.delete(each.by)
      await writeSeats(each.stage, seatedNames)
      return 0
    }
  }
  const caller = callerOf(each.by)
  switch (each.kind) {
    case 'vote': {
      const round = (await approvalsOf(requestId)).at(-1)!
      const vote = { decision: each.decision, stage: each.stage === 'open' ? round.stage : each.stage, comment: 'Because of the plan.' }
      return (await caller.post(`/account-approvals/${approvalId}`, vote)).status
    }
    case 'edit':
      return (await caller.patch(`/account-requests/${requestId}`, details)).status
    case 'withdraw':
      return (await caller.post(`/account-requests/${requestId}/withdraw`)).status
    case 'delegate': {
      const { status, body } = await caller.post('/me/delegations', { delegateId: ids[each.to] })
      if (status === 201) model.delegations.set(each.by, { to: each.to, id: body.id })
      return status
    }
    case 'endDelegation': {
      const delegation = [...model.delegations].find(([actor, { to }]) => actor === each.by || to === each.by)
      const { status } = await caller.delete(`/delegations/${delegation ? delegation[1].id : randomUUID()}`)
      if (delegation && status === 200) model.delegations.delete(delegation[0])
      return status
    }
    case 'reassign': {
      const { stage } = (await approvalsOf(requestId)).at(-1)!
      const reassignmentBody = { stage, to: ids[each.to], comment: 'They know this service best.' }
      const { status } = await caller.post(`/account-approvals/${approvalId}/pass-on`, reassignmentBody)
      if (status === 201) model.passed.push({ approvalId, stage: stage as Stage, by: each.by, to: each.to })
      return status
    }
    case 'revokeReassignment': {
      const { status } = await caller.delete(`/account-approvals/${approvalId}/pass-on`)
      if (status === 200) {
        const ownReassignments = model.passed.filter(
          (reassignment) => reassignment.approvalId === approvalId && (reassignment.by === each.by || reassignment.to === each.by),
        )
        const [endedReassignment] = ownReassignments.sort(
          (left, right) => right.stage - left.stage || Number(right.by === each.by) - Number(left.by === each.by),
        )
        model.passed = model.passed.filter((reassignment) => reassignment !== endedReassignment)
      }
      return status
    }
  }
}
