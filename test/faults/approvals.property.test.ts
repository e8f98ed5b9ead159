import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { advanceApprovals } from '../../server/approvals/advanceApprovals.ts'
import { checkInvariants, invariants } from '../../server/db/invariants.ts'
import { advanceDelegations } from '../../server/features/approvals/delegations/advanceDelegations.ts'
import { newPerson, secondAccountOf } from '../adversary/world.ts'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { putPolicy } from '../putPolicy.ts'

/** `ann2` is another account of `ann`, `cem2` of `cem`; `hal` has a seat only by delegation, `gus` after an escalation. */
const names = ['ann', 'ann2', 'bea', 'cem', 'cem2', 'dov', 'eli', 'fay', 'gus', 'hal'] as const
type Name = (typeof names)[number]
const humanOf = (name: Name): string => name.replace('2', '')

const stages = [1, 2, 3] as const
type Stage = (typeof stages)[number]
/** The initial seats. Requesters have seats too, so that a rejection is never due to a missing seat. */
const seatedAtFirst: Record<Stage, Name[]> = {
  1: ['cem', 'cem2', 'dov', 'eli', 'ann', 'ann2'],
  2: ['dov', 'fay', 'ann2', 'bea'],
  3: ['eli', 'fay', 'cem', 'cem2', 'ann'],
}
const minimum: Record<Stage, number> = { 1: 2, 2: 1, 3: 2 }

type Act =
  | { kind: 'vote'; by: Name; decision: 'approve' | 'reject' | 'requestChanges'; stage: Stage | 'open' }
  | { kind: 'edit' | 'withdraw' | 'endDelegation' | 'revokeReassignment' | 'leave' | 'return'; by: Name }
  | { kind: 'delegate' | 'reassign'; by: Name; to: Name }
  | { kind: 'loseSeat' | 'regainSeat'; by: Name; stage: Stage }
  | { kind: 'tend' | 'escalate' | 'expire' }

const name = fc.constantFrom(...names)
const approver = fc.constantFrom<Name>('cem', 'dov', 'eli', 'fay')
/** Half of the actions advance a request, so that sequences reach its later stages. */
const act: fc.Arbitrary<Act> = fc.oneof(
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
  acts: fc.array(act, { minLength: 4, maxLength: 16 }),
  ends: fc.constant(undefined),
})

interface Story {
  requester: Name
  acts: Act[]
  ends: string | undefined
}

const yes = (by: Name): Act => ({ kind: 'vote', by, decision: 'approve', stage: 'open' })
/** These run first, so that every final status is reached however short the time is. */
const examples: (Story & { ends: string })[] = [
  { requester: 'ann', ends: 'approved', acts: [yes('dov'), yes('eli'), yes('fay'), yes('eli'), yes('fay')] },
  // A seat that is lost before the stage closes doesn’t count; a restored seat counts without another vote.
  {
    requester: 'ann',
    ends: 'approved',
    acts: [
      yes('dov'),
      { kind: 'loseSeat', by: 'dov', stage: 1 },
      yes('eli'),
      { kind: 'regainSeat', by: 'dov', stage: 1 },
      { kind: 'tend' },
      yes('dov'),
      yes('eli'),
      { kind: 'leave', by: 'eli' },
      yes('fay'),
      { kind: 'return', by: 'eli' },
      { kind: 'tend' },
    ],
  },
  // Two accounts of the same person, and two ways to the same seat, count once.
  {
    requester: 'bea',
    ends: 'approved',
    acts: [
      yes('cem'),
      yes('cem2'),
      { kind: 'delegate', by: 'dov', to: 'hal' },
      { kind: 'reassign', by: 'eli', to: 'gus' },
      yes('gus'),
      yes('hal'),
      yes('dov'),
      yes('fay'),
      { kind: 'endDelegation', by: 'hal' },
      { kind: 'vote', by: 'hal', decision: 'approve', stage: 3 },
      yes('cem2'),
      yes('cem'),
      yes('eli'),
    ],
  },
  {
    requester: 'bea',
    ends: 'rejected',
    acts: [
      { kind: 'vote', by: 'gus', decision: 'approve', stage: 1 },
      { kind: 'escalate' },
      yes('gus'),
      { kind: 'reassign', by: 'dov', to: 'hal' },
      { kind: 'revokeReassignment', by: 'dov' },
      yes('hal'),
      { kind: 'vote', by: 'dov', decision: 'reject', stage: 1 },
    ],
  },
  {
    requester: 'ann',
    ends: 'cancelled',
    acts: [
      { kind: 'withdraw', by: 'ann2' },
      { kind: 'withdraw', by: 'ann' },
    ],
  },
  { requester: 'ann', ends: 'expired', acts: [{ kind: 'expire' }, yes('dov')] },
  {
    requester: 'ann',
    ends: 'pending_approval',
    acts: [yes('dov'), { kind: 'edit', by: 'ann' }, yes('eli'), { kind: 'vote', by: 'ann2', decision: 'approve', stage: 1 }],
  },
  {
    requester: 'cem',
    ends: 'changes_requested',
    acts: [yes('cem'), yes('cem2'), yes('dov'), { kind: 'vote', by: 'eli', decision: 'requestChanges', stage: 1 }],
  },
]
const always = invariants.filter(({ inOperation }) => !inOperation)
const groupOf: Record<2 | 3, string> = { 2: randomUUID(), 3: randomUUID() }
const alternates = randomUUID()

let app: TestApp
const callers = new Map<Name, Caller>()
let ids: Record<Name, string>
let familyId: string
let stories = 0
const reached = new Map<string, number>()

/** The expected state of the story, independent of the database. */
interface Model {
  requester: Name
  seats: Record<Stage, Set<Name>>
  here: Set<Name>
  delegations: Map<Name, { to: Name; id: string }>
  passed: { approvalId: string; stage: Stage; by: Name; to: Name }[]
}

beforeAll(async () => {
  app = await startTestApp({ work: false })
  const people: Partial<Record<Name, string>> = {}
  for (const each of names)
    people[each] = each.endsWith('2') ? await secondAccountOf(app, people[humanOf(each) as Name]!) : await newPerson(app)
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

function callerOf(who: Name): Caller {
  const caller = callers.get(who) ?? app.as(ids[who])
  callers.set(who, caller)
  return caller
}

async function writeSeats(stage: Stage, seated: Iterable<Name>): Promise<void> {
  const people = [...seated].map((each) => ids[each])
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
  for (const stage of stages) await writeSeats(stage, seatedAtFirst[stage])
  const seats = Object.fromEntries(stages.map((stage) => [stage, new Set(seatedAtFirst[stage])])) as Model['seats']
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
function hasSeat(model: Model, stage: Stage, escalated: boolean, who: Name): boolean {
  const named = model.seats[stage].has(who) || (escalated && stage === 1 && who === 'gus')
  return named && model.here.has(who) && humanOf(who) !== humanOf(model.requester)
}

function usableSeats(model: Model, approvalId: string, stage: Stage, escalated: boolean, who: Name): Name[] {
  if (!model.here.has(who) || humanOf(who) === humanOf(model.requester)) return []
  const delegated = names.filter(
    (holder) =>
      model.delegations.get(holder)?.to === who ||
      model.passed.some((each) => each.approvalId === approvalId && each.stage === stage && each.by === holder && each.to === who),
  )
  return [who, ...delegated].filter((holder) => hasSeat(model, stage, escalated, holder))
}

function countedHumans(model: Model, approvalId: string, stage: Stage, escalated: boolean, votes: Vote[]): number {
  const counted = votes.filter((vote) => {
    const usable = usableSeats(model, approvalId, stage, escalated, vote.by)
    return vote.stage === stage && vote.decision === 'approve' && (usable.includes(vote.by) || (vote.for && usable.includes(vote.for)))
  })
  const seats = counted.map((vote) => {
    const usable = usableSeats(model, approvalId, stage, escalated, vote.by)
    return humanOf(vote.for && usable.includes(vote.for) ? vote.for : vote.by)
  })
  return Math.min(new Set(counted.map(({ by }) => humanOf(by))).size, new Set(seats).size)
}

it('approves nothing without enough different people with a seat when each stage closes, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ requester, acts, ends }) => {
      const model = await startStory(requester)
      const details = newRequest(app, { name: `votes-${++stories}`, ownerIds: [ids[requester], app.persona('Daniel').id] })
      const asked = await callerOf(requester).post('/account-requests', details)
      expect([asked.status, asked.body.code]).toEqual([201, undefined])
      const id = asked.body.id as string
      for (const [index, each] of acts.entries()) {
        const round = (await approvalsOf(id)).at(-1)!
        const before = { stages: await stagesOf(round.id), votes: await votesOf(round.id), status: await statusOf(id) }
        const answered = await carryOut(each, model, id, round.id, { ...details, purpose: `Changed for the ${index + 1}th time.` })
        expect(answered).toBeLessThan(500)
        const after = { stages: await stagesOf(round.id), votes: await votesOf(round.id), status: await statusOf(id) }
        expectVoteToHaveASeat(each, answered, model, round, before)
        expectStagesToCloseByVotes(model, round.id, before.stages, after)
        await expectApprovalToBeWhole(id, model)
        for (const { name: rule, rows, problem } of await checkInvariants(app.db, always))
          expect([rule, rows, problem]).toEqual([rule, [], null])
      }
      const status = await statusOf(id)
      if (ends) expect(status).toBe(ends)
      reached.set(status, (reached.get(status) ?? 0) + 1)
    }),
    { numRuns: 60, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false, examples: examples.map((each): [Story] => [each]) },
  )
  console.log(`${stories} stories ended ${[...reached].map(([status, count]) => `${status} ${count}`).join(', ')}`)
  for (const { ends } of examples) expect([...reached.keys()]).toContain(ends)
})

type State = { stages: Awaited<ReturnType<typeof stagesOf>>; votes: Vote[]; status: string }

function expectVoteToHaveASeat(each: Act, answered: number, model: Model, round: { id: string; stage: number }, before: State): void {
  if (each.kind !== 'vote' || answered !== 200) return
  const open = before.stages.find(({ status }) => status === 'open')
  expect(open?.stage).toBe(each.stage === 'open' ? round.stage : each.stage)
  const stage = open!.stage as Stage
  expect(usableSeats(model, round.id, stage, open!.escalated_at !== null, each.by)).not.toEqual([])
  expect(before.votes.filter((vote) => vote.stage === stage && humanOf(vote.by) === humanOf(each.by))).toEqual([])
}

function expectStagesToCloseByVotes(model: Model, approvalId: string, before: State['stages'], after: State): void {
  for (const closed of after.stages) {
    const same = before.find(({ stage }) => stage === closed.stage)!
    if (closed.status !== 'approved' || same.status === 'approved') continue
    const stage = closed.stage as Stage
    const humans = countedHumans(model, approvalId, stage, closed.escalated_at !== null, after.votes)
    expect(humans).toBeGreaterThanOrEqual(minimum[stage])
  }
}

async function expectApprovalToBeWhole(requestId: string, model: Model): Promise<void> {
  const all = await approvalsOf(requestId)
  for (const round of all)
    for (const vote of await votesOf(round.id)) {
      expect(humanOf(vote.by)).not.toBe(humanOf(model.requester))
      if (vote.for) expect(humanOf(vote.for)).not.toBe(humanOf(model.requester))
    }
  const approved = (await statusOf(requestId)) === 'approved'
  const runs = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', requestId).execute()
  expect(runs).toHaveLength(approved ? 1 : 0)
  if (!approved) return
  expect((await stagesOf(all.at(-1)!.id)).map(({ stage, status }) => [stage, status])).toEqual(stages.map((stage) => [stage, 'approved']))
}

async function carryOut(
  each: Act,
  model: Model,
  requestId: string,
  approvalId: string,
  details: ReturnType<typeof newRequest>,
): Promise<number> {
  const now = () => new Date()
  const context = { ...app, now }
  switch (each.kind) {
    case 'tend':
      await advanceDelegations(context)
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
      const active = each.kind === 'return'
      await app.db.updateTable('people').set({ active }).where('id', '=', ids[each.by]).execute()
      model.here[active ? 'add' : 'delete'](each.by)
      callers.delete(each.by)
      return 0
    }
    case 'loseSeat':
    case 'regainSeat': {
      const seated = model.seats[each.stage]
      if (each.kind === 'regainSeat' && seatedAtFirst[each.stage].includes(each.by)) seated.add(each.by)
      // A stage always has an approver, which the screens for owners ensure.
      if (each.kind === 'loseSeat' && seated.size > 1) seated.delete(each.by)
      await writeSeats(each.stage, seated)
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
      const found = [...model.delegations].find(([by, { to }]) => by === each.by || to === each.by)
      const { status } = await caller.delete(`/delegations/${found ? found[1].id : randomUUID()}`)
      if (found && status === 200) model.delegations.delete(found[0])
      return status
    }
    case 'reassign': {
      const { stage } = (await approvalsOf(requestId)).at(-1)!
      const passing = { stage, to: ids[each.to], comment: 'They know this service best.' }
      const { status } = await caller.post(`/account-approvals/${approvalId}/pass-on`, passing)
      if (status === 201) model.passed.push({ approvalId, stage: stage as Stage, by: each.by, to: each.to })
      return status
    }
    case 'revokeReassignment': {
      const { status } = await caller.delete(`/account-approvals/${approvalId}/pass-on`)
      if (status === 200) {
        const own = model.passed.filter((passed) => passed.approvalId === approvalId && (passed.by === each.by || passed.to === each.by))
        const [ended] = own.sort((one, other) => other.stage - one.stage || Number(other.by === each.by) - Number(one.by === each.by))
        model.passed = model.passed.filter((passed) => passed !== ended)
      }
      return status
    }
  }
}
