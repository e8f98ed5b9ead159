import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { advanceApprovals } from '../../server/approvals/advanceApprovals.ts'
import { isTransitionAllowed } from '../../server/approvals/requestTransitions.ts'
import type { RequestStatus } from '../../server/db/tables.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { putPolicy } from '../putPolicy.ts'

const people = ['Priya', 'Daniel', 'Ravi', 'Ewa', 'Margaret', 'Samuel', 'Niamh', 'Tomasz', 'Oliver'] as const
type Person = (typeof people)[number]

type Action =
  | { kind: 'decide'; by: Person; decision: 'approve' | 'reject' | 'requestChanges'; stage: number | 'open' }
  | { kind: 'edit' | 'withdraw'; by: Person }
  | { kind: 'timePasses' }

const person = fc.constantFrom(...people)
/** Half of the actions advance a request, so that sequences reach its final statuses. */
const arbitraryAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      by: fc.constantFrom<Person>('Ravi', 'Ewa', 'Margaret', 'Samuel'),
      decision: fc.constant('approve' as const),
      stage: fc.constant('open' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      by: person,
      decision: fc.constantFrom('approve', 'reject', 'requestChanges'),
      stage: fc.oneof(fc.constant('open' as const), fc.integer({ min: 1, max: 4 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'withdraw'), by: person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), by: fc.constant('Priya' as const) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'timePasses' as const }) },
)
const story = fc.record({
  requester: fc.constantFrom<Person>('Priya', 'Ravi', 'Margaret'),
  environment: fc.constantFrom('development' as const, 'production' as const),
  actions: fc.array(arbitraryAction, { minLength: 4, maxLength: 18 }),
})

const approvals = (['Ravi', 'Ewa', 'Margaret', 'Samuel'] as const).map((actor) => ({
  kind: 'decide' as const,
  by: actor,
  decision: 'approve' as const,
  stage: 'open' as const,
}))
/** These run first, so that every final status is reached even in a short run. */
const usualStories: Action[][] = [
  [...approvals, ...approvals],
  [{ kind: 'decide', by: 'Ravi', decision: 'reject', stage: 'open' }],
  [{ kind: 'withdraw', by: 'Priya' }],
  [{ kind: 'edit', by: 'Priya' }],
]

let app: TestApp
let stories = 0
const countsByStatus = new Map<string, number>()

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const policy = await app.db
    .selectFrom('approval_policies')
    .selectAll()
    .where('active', '=', true)
    .where('subject_kind', '=', 'accountRequest')
    .executeTakeFirstOrThrow()
  const stages = policy.stages.map((stage, index) => ({ ...stage, minimum: index === 0 ? 2 : stage.minimum }))
  await putPolicy(app, 'accountRequest', { stages })
  const { familyId } = newRequest(app)
  await app.db.deleteFrom('family_owners').where('family_id', '=', familyId).execute()
  const owners = ['Ravi', 'Ewa', 'Margaret'].map((givenName, position) => ({
    family_id: familyId,
    person_id: app.persona(givenName).id,
    position,
  }))
  await app.db.insertInto('family_owners').values(owners).execute()
})
afterAll(() => app.close())

async function requestRow(id: string) {
  return app.db.selectFrom('account_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
const approvalsOf = (id: string) =>
  app.db.selectFrom('approvals').selectAll().where('subject_id', '=', id).orderBy('opened_at').orderBy('id').execute()

it('allows only valid transitions, and approval only by enough authorized people, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ requester, environment, actions }) => {
      const details = newRequest(app, {
        name: `story-${++stories}`,
        environment,
        workload: environment === 'production' ? 'Production' : 'DevTest',
        ownerIds: [app.persona(requester).id, app.persona('Daniel').id],
      })
      const response = await app.as(app.persona(requester).id).post('/account-requests', details)
      expect(response.status).toBe(201)
      const id = response.body.id as string
      let status: RequestStatus = 'pending_approval'
      for (const [index, each] of actions.entries()) {
        const responseStatus = await applyAction(each, id, { ...details, purpose: `Changed for the ${index + 1}th time.` })
        expect(responseStatus).toBeLessThan(500)
        const next = (await requestRow(id)).status
        if (next !== status) expect([status, next, isTransitionAllowed(status, next)]).toEqual([status, next, true])
        if (each.kind !== 'timePasses' && responseStatus >= 400) expect(next).toBe(status)
        status = next
        await holds(id, app.persona(requester).id)
      }
      countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1)
    }),
    {
      numRuns: 150,
      interruptAfterTimeLimit: 40_000,
      markInterruptAsFailure: false,
      examples: usualStories.map((actions) => [{ requester: 'Priya', environment: 'development', actions }]),
    },
  )
  for (const status of ['approved', 'rejected', 'cancelled', 'pending_approval']) expect([...countsByStatus.keys()]).toContain(status)
})

async function applyAction(each: Action, id: string, details: ReturnType<typeof newRequest>): Promise<number> {
  if (each.kind === 'timePasses') {
    await app.db
      .updateTable('approvals')
      .set({ due_at: new Date(Date.now() - 1_000) })
      .where('subject_id', '=', id)
      .where('status', '=', 'pending')
      .execute()
    await advanceApprovals({ ...app, now: () => new Date() })
    return 200
  }
  const caller = app.as(app.persona(each.by).id)
  if (each.kind === 'decide') {
    const lastApproval = (await approvalsOf(id)).at(-1)!
    const { decision, stage } = each
    const vote = { decision, stage: stage === 'open' ? lastApproval.stage : stage, comment: 'Because of the plan.' }
    return (await caller.post(`/account-approvals/${lastApproval.id}`, vote)).status
  }
  if (each.kind === 'edit') return (await caller.patch(`/account-requests/${id}`, details)).status
  return (await caller.post(`/account-requests/${id}/withdraw`)).status
}

async function holds(id: string, requesterId: string): Promise<void> {
  const request = await requestRow(id)
  const all = await approvalsOf(id)
  const lastApproval = all.at(-1)!
  expect(all.filter((round) => round.status === 'pending').length).toBe(request.status === 'pending_approval' ? 1 : 0)
  expect(all.slice(0, -1).filter((round) => round.status === 'approved')).toEqual([])
  const runs = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', id).execute()
  expect(runs.length).toBe(request.status === 'approved' ? 1 : 0)
  expect(request.account_id !== null).toBe(request.status === 'approved')
  const votes = await app.db
    .selectFrom('approval_decisions')
    .innerJoin('people', 'people.id', 'approver_id')
    .select(['approval_id', 'stage', 'decision', 'approver_id', 'active'])
    .where(
      'approval_id',
      'in',
      all.map((round) => round.id),
    )
    .execute()
  expect(votes.filter((vote) => vote.approver_id === requesterId || !vote.active)).toEqual([])
  if (request.status !== 'approved') return
  expect(lastApproval.status).toBe('approved')
  const stages = await app.db.selectFrom('approval_stages').selectAll().where('approval_id', '=', lastApproval.id).execute()
  for (const stage of stages) {
    const input = votes.filter((vote) => vote.approval_id === lastApproval.id && vote.stage === stage.stage)
    expect(input.filter((vote) => vote.decision !== 'approve')).toEqual([])
    expect(new Set(input.map((vote) => vote.approver_id)).size).toBeGreaterThanOrEqual(stage.minimum)
    expect(stage.status).toBe('approved')
  }
}
