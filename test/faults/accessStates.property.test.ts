import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { justification } from '../../server/features/access/assignments/access.fixture.ts'
import { expireAccess } from '../../server/features/access/assignments/end/expireAccess.ts'
import { revokeAccessOfLeavers } from '../../server/features/access/assignments/end/revokeAccessOfLeavers.ts'
import { startRevoke } from '../../server/features/access/assignments/end/startRevoke.ts'
import { startScheduledAccess } from '../../server/features/access/assignments/grant/startScheduledAccess.ts'
import { remindExpiringAccess } from '../../server/features/access/assignments/remindExpiringAccess.ts'
import { accountOf, groupRow } from '../../server/features/accounts/groups/groups.fixture.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import { startTestApp, type TestApp } from '../app.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const people = ['Priya', 'Tomasz'] as const
type PersonName = (typeof people)[number]
const who = fc.constantFrom<PersonName>(...people)
const hours = fc.constantFrom(6, 30, 24 * 20)

const arbitraryAction = fc.oneof(
  // Direct grants make extensions more frequent.
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('grantAccessTo' as const), who, hours }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), who, hours }) },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), who, decision: fc.constantFrom('approve', 'approve', 'reject') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('grant' as const), who, hours, ahead: fc.constantFrom(0, 0, 5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('changeEnd' as const), who, hours, by: fc.constantFrom('Daniel', 'holder') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tidy' as const), replicas: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('timePasses' as const), hours: fc.constantFrom(1, 7, 31) }) },
  // A job runs once or several times, is interrupted at a checkpoint, or has a worker that is believed to be dead while it runs.
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      times: fc.integer({ min: 1, max: 3 }),
      cut: fc.constantFrom('no', 'no', 'stop', 'lose'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('directory' as const), is: fc.constantFrom('down', 'up', 'losesAnAnswer', 'losesACall') }),
  },
)
type Action = typeof arbitraryAction extends fc.Arbitrary<infer T> ? T : never

/** These stories run first, so that every kind of end is reached even in a short run. */
const usualActions: Action[] = [
  { kind: 'grantAccessTo', who: 'Priya', hours: 30 },
  { kind: 'ask', who: 'Priya', hours: 30 },
  { kind: 'decide', who: 'Priya', decision: 'approve' },
  { kind: 'grant', who: 'Tomasz', hours: 24 * 20, ahead: 0 },
  { kind: 'work', times: 2, cut: 'lose' },
  { kind: 'timePasses', hours: 31 },
  { kind: 'ask', who: 'Tomasz', hours: 6 },
  { kind: 'withdraw', who: 'Tomasz' },
  { kind: 'end', who: 'Tomasz' },
  { kind: 'timePasses', hours: 31 },
  { kind: 'tidy', replicas: 2 },
  { kind: 'work', times: 1, cut: 'stop' },
  { kind: 'work', times: 1, cut: 'no' },
  { kind: 'grantAccessTo', who: 'Tomasz', hours: 30 },
]

const outageActions: Action[] = [
  { kind: 'directory', is: 'down' },
  { kind: 'grantAccessTo', who: 'Priya', hours: 24 * 20 },
  { kind: 'work', times: 1, cut: 'no' },
  { kind: 'timePasses', hours: 31 },
  { kind: 'work', times: 1, cut: 'no' },
  { kind: 'directory', is: 'down' },
]

let clockOffsetMs = 0
let app: TestApp
let runJob: (runId: string, signal: AbortSignal) => Promise<void>
let group: Awaited<ReturnType<typeof groupRow>>
let account: ReturnType<typeof accountOf>
let stories = 0
const counts = new Map<string, number>()

beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  const queues = handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') })
  runJob = (runId, signal) => queues.work({ runId }, signal)
})
afterAll(() => app.close())

const as = (name: string) => app.as(app.persona(name).id)
const assignments = () => app.db.selectFrom('group_assignments').selectAll().where('group_id', '=', group.id).orderBy('id').execute()
const requests = () => app.db.selectFrom('access_requests').selectAll().where('group_id', '=', group.id).orderBy('id').execute()
const liveOf = async (name: PersonName) =>
  (await assignments()).filter(
    (each) => each.person_id === app.persona(name).id && ['scheduled', 'granting', 'active'].includes(each.status),
  )
const openOf = async (name: PersonName) =>
  (await requests()).find((each) => each.requester_id === app.persona(name).id && each.status === 'pending_approval')
const openRuns = () =>
  app.db.selectFrom('work_runs').select('id').where('status', 'in', ['queued', 'running', 'waiting']).orderBy('id').execute()

it('gives access only with a grant and doesn’t lose a grant, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryAction, { minLength: 6, maxLength: 22 }), async (actions) => {
      await restart()
      for (const each of actions) {
        const status = await applyAction(each)
        expect(status).toBeLessThan(500)
        await expectInvariants()
      }
      await resolve()
      await expectRestInvariants()
    }),
    { numRuns: 11, examples: [[usualActions], [outageActions]] },
  )
  for (const label of ['extended', 'expired', 'revoked', 'active', 'admin', 'request', 'withdrawn'])
    expect([...counts.keys()]).toContain(label)
})

async function restart(): Promise<void> {
  app.simulator.faults.clear()
  clockOffsetMs = 0
  account = accountOf(app, stories % 15)
  group = await groupRow(app, `az-${account.name}-${stories < 15 ? 'contributors' : 'readers'}`)
  stories++
  await app.db
    .updateTable('access_groups')
    .set({ max_duration_hours: 24 * 60 })
    .where('id', '=', group.id)
    .execute()
  await resolve()
  const ids = (await assignments()).map(({ id }) => id)
  await inTransaction(app.db, (db) => startRevoke({ db, jobs: app.jobs }, { assignmentIds: ids, as: 'revoked', now: app.context.now() }))
  for (const name of people) {
    const open = await openOf(name)
    if (open) await as(name).post(`/accounts/${account.id}/accessRequests/${open.id}/withdraw`)
  }
  await resolve()
}

async function applyAction(each: Action): Promise<number> {
  if (each.kind === 'ask') {
    const body = { groupId: group.id, justification, durationHours: each.hours }
    return (await as(each.who).post(`/accounts/${account.id}/accessRequests`, body)).status
  }
  if (each.kind === 'grantAccessTo') {
    const requestStatus = await applyAction({ ...each, kind: 'ask' })
    if (requestStatus !== 201) return requestStatus
    await applyAction({ ...each, kind: 'decide', decision: 'approve' })
    await deliver(1, 'no')
  }
  if (each.kind === 'decide') {
    const open = await openOf(each.who)
    if (!open) return 404
    const round = await app.db
      .selectFrom('approvals')
      .selectAll()
      .where('subject_id', '=', open.id)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    const endedRows = await app.db.selectFrom('ended_requests').select('subject_id').where('subject_id', '=', open.id).execute()
    const base = (await assignments()).find(({ id }) => id === open.extends_assignment_id)
    const isOver = endedRows.length > 0 || (base?.ends_at != null && base.ends_at <= app.context.now())
    const vote = { decision: each.decision, stage: 1, comment: 'Because of the plan.' }
    const responses = await Promise.all([1, 2].map(() => as('Daniel').post(`/account-approvals/${round.id}`, vote)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(each.decision === 'approve' && isOver ? 0 : 1)
    return 200
  }
  if (each.kind === 'withdraw') {
    const open = await openOf(each.who)
    if (!open) return 404
    counts.set('withdrawn', 1)
    return (await as(each.who).post(`/accounts/${account.id}/accessRequests/${open.id}/withdraw`)).status
  }
  if (each.kind === 'grant') {
    const startsAt = each.ahead ? new Date(app.context.now().getTime() + each.ahead * hourMs).toISOString() : null
    const body = { personId: app.persona(each.who).id, reason: justification, durationHours: each.hours, startsAt }
    const responses = await Promise.all([1, 2].map(() => as('Niamh').post(`/account-access/${group.id}`, body)))
    expect(responses.filter(({ status }) => status === 201).length).toBeLessThan(2)
    return Math.max(...responses.map(({ status }) => status))
  }
  if (each.kind === 'changeEnd') {
    const [livePolicy] = await liveOf(each.who)
    if (!livePolicy) return 404
    const endsAt = new Date(app.context.now().getTime() + each.hours * hourMs).toISOString()
    return (await as(each.by === 'holder' ? each.who : each.by).patch(`/account-access/${livePolicy.id}`, { endsAt })).status
  }
  if (each.kind === 'end') {
    const assignmentIds = (await liveOf(each.who)).slice(0, 1).map(({ id }) => id)
    await inTransaction(app.db, (db) => startRevoke({ db, jobs: app.jobs }, { assignmentIds, as: 'revoked', now: app.context.now() }))
    return 200
  }
  if (each.kind === 'tidy') await Promise.all(Array.from({ length: each.replicas }, normalize))
  if (each.kind === 'timePasses') clockOffsetMs += each.hours * hourMs
  if (each.kind === 'directory') injectFault(each.is)
  if (each.kind === 'work') await deliver(each.times, each.cut)
  return 200
}

function injectFault(is: string): void {
  app.simulator.faults.clear()
  const membersCall = { service: 'graph', path: `/groups/${group.directory_group_id}/members` } as const
  const body = { error: { code: 'ServiceUnavailable', message: 'Later.' } }
  // The delay is longer than the retries of a call, so the run has to retry.
  if (is === 'down')
    app.simulator.faults.add({ ...membersCall, action: { kind: 'status', status: 503, headers: { 'retry-after': '120' }, body } })
  if (is === 'losesAnAnswer') app.simulator.faults.add({ ...membersCall, count: 1, action: { kind: 'reset', when: 'after' } })
  if (is === 'losesACall') app.simulator.faults.add({ ...membersCall, count: 1, action: { kind: 'reset', when: 'before' } })
}

async function normalize(): Promise<void> {
  await expireAccess(app.context)
  await startScheduledAccess(app.context)
  await revokeAccessOfLeavers(app.context)
  await remindExpiringAccess(app.context)
}

async function deliver(times: number, interruption: string): Promise<void> {
  clockOffsetMs += 5 * minuteMs
  const stop = new AbortController()
  const runs = await openRuns()
  const deliveries = runs.flatMap(({ id }) => Array.from({ length: times }, () => runJob(id, stop.signal).catch(() => {})))
  if (interruption === 'stop') stop.abort()
  if (interruption === 'lose') {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'slipway-run'`
    await app.db.executeQuery(CompiledQuery.raw(text))
  }
  await Promise.all(deliveries)
}

/** A run that couldn’t reach the directory for 24 hours waits for an administrator. */
async function retryStuckRuns(): Promise<void> {
  const runs = await app.db.selectFrom('work_runs').select(['id', 'at_step']).where('status', '=', 'failed').execute()
  for (const { id, at_step } of runs) expect((await as('Niamh').post(`/work/${id}/steps/${at_step}/retry`)).status).toBe(200)
}

async function resolve(): Promise<void> {
  app.simulator.faults.clear()
  for (let round = 0; round < 20; round++) {
    await normalize()
    await retryStuckRuns()
    if ((await openRuns()).length === 0) return
    await deliver(1, 'no')
  }
  expect(await openRuns()).toEqual([])
}

const membersNow = async () =>
  (await app.context.clients.graph.listDirectMembers(group.directory_group_id!))
    .map(({ id }) => id)
    .filter((id) => people.some((name) => app.persona(name).id === id))

async function expectInvariants(): Promise<void> {
  const allRequests = await requests()
  for (const each of await assignments()) {
    const origin = allRequests.find(({ id }) => id === each.request_id)
    expect([each.id, origin ? origin.status : each.granted_by]).toEqual([each.id, origin ? 'approved' : app.persona('Niamh').id])
  }
  for (const name of people) {
    const livePolicy = (await liveOf(name)).map(({ via }) => via)
    expect(livePolicy.length).toBe(new Set(livePolicy).size)
  }
}

async function expectRestInvariants(): Promise<void> {
  const [allAssignments, allRequests, members] = [await assignments(), await requests(), await membersNow()]
  const failedRuns = await app.db.selectFrom('work_runs').selectAll().where('status', '=', 'failed').execute()
  expect(failedRuns).toEqual([])
  expect(allAssignments.filter(({ status }) => status === 'granting' || status === 'revoking')).toEqual([])
  const grantedPeople = new Set(allAssignments.filter(({ status }) => status === 'active').map(({ person_id }) => person_id))
  expect(members.toSorted()).toEqual([...grantedPeople].sort())
  for (const request of allRequests) {
    if (request.status !== 'approved') continue
    const ownAssignment = allAssignments.find(({ request_id }) => request_id === request.id)
    if (!ownAssignment) counts.set('extended', 1)
    expect([request.id, ownAssignment !== undefined || request.extends_assignment_id !== null]).toEqual([request.id, true])
  }
  for (const { status, via } of allAssignments) {
    counts.set(status, 1)
    counts.set(via, 1)
  }
  expect(allAssignments.filter(({ status, ends_at }) => status === 'active' && ends_at !== null && ends_at <= app.context.now())).toEqual(
    [],
  )
}
