import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { justification } from '../../server/features/access/assignments/access.fixture.ts'
import { endAccessOfLeavers } from '../../server/features/access/assignments/end/endAccessOfLeavers.ts'
import { expireAssignments } from '../../server/features/access/assignments/end/expireAssignments.ts'
import { startRevoke } from '../../server/features/access/assignments/end/startRevoke.ts'
import { startScheduled } from '../../server/features/access/assignments/grant/startScheduled.ts'
import { remindOfEnds } from '../../server/features/access/assignments/remindOfEnds.ts'
import { accountOf, groupRow } from '../../server/features/accounts/groups/groups.fixture.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import { startTestApp, type TestApp } from '../app.ts'

const hour = 3_600_000
const minute = 60_000
const people = ['Priya', 'Tomasz'] as const
type Who = (typeof people)[number]
const who = fc.constantFrom<Who>(...people)
const hours = fc.constantFrom(6, 30, 24 * 20)

const act = fc.oneof(
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
  // A job runs once or several times, is interrupted at a checkpoint, or its worker is taken for dead while it runs.
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
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** These stories run first, so that every kind of end is reached however short the time is. */
const usual: Act[] = [
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

let later = 0
let app: TestApp
let work: (runId: string, signal: AbortSignal) => Promise<void>
let group: Awaited<ReturnType<typeof groupRow>>
let account: ReturnType<typeof accountOf>
let stories = 0
const seen = new Map<string, number>()

beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
  const queues = handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') })
  work = (runId, signal) => queues.work({ runId }, signal)
})
afterAll(() => app.close())

const as = (name: string) => app.as(app.persona(name).id)
const assignments = () => app.db.selectFrom('group_assignments').selectAll().where('group_id', '=', group.id).orderBy('id').execute()
const requests = () => app.db.selectFrom('access_requests').selectAll().where('group_id', '=', group.id).orderBy('id').execute()
const liveOf = async (name: Who) =>
  (await assignments()).filter(
    (each) => each.person_id === app.persona(name).id && ['scheduled', 'granting', 'active'].includes(each.status),
  )
const openOf = async (name: Who) =>
  (await requests()).find((each) => each.requester_id === app.persona(name).id && each.status === 'pending_approval')
const openRuns = () =>
  app.db.selectFrom('work_runs').select('id').where('status', 'in', ['queued', 'running', 'waiting']).orderBy('id').execute()

it('gives no access without a grant and loses no grant, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 22 }), async (acts) => {
      await restart()
      for (const each of acts) {
        const status = await carryOut(each)
        expect(status).toBeLessThan(500)
        await holdsAlways()
      }
      await resolve()
      await holdsAtRest()
    }),
    { numRuns: 10, examples: [[usual]] },
  )
  for (const what of ['extended', 'expired', 'revoked', 'active', 'admin', 'request', 'withdrawn']) expect([...seen.keys()]).toContain(what)
})

async function restart(): Promise<void> {
  app.simulator.faults.clear()
  later = 0
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

async function carryOut(each: Act): Promise<number> {
  if (each.kind === 'ask') {
    const body = { groupId: group.id, justification, durationHours: each.hours }
    return (await as(each.who).post(`/accounts/${account.id}/accessRequests`, body)).status
  }
  if (each.kind === 'grantAccessTo') {
    const asked = await carryOut({ ...each, kind: 'ask' })
    if (asked !== 201) return asked
    await carryOut({ ...each, kind: 'decide', decision: 'approve' })
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
    const ended = await app.db.selectFrom('ended_requests').select('subject_id').where('subject_id', '=', open.id).execute()
    const base = (await assignments()).find(({ id }) => id === open.extends_assignment_id)
    const isOver = ended.length > 0 || (base?.ends_at != null && base.ends_at <= app.context.now())
    const vote = { decision: each.decision, stage: 1, comment: 'Because of the plan.' }
    const answers = await Promise.all([1, 2].map(() => as('Daniel').post(`/account-approvals/${round.id}`, vote)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(each.decision === 'approve' && isOver ? 0 : 1)
    return 200
  }
  if (each.kind === 'withdraw') {
    const open = await openOf(each.who)
    if (!open) return 404
    seen.set('withdrawn', 1)
    return (await as(each.who).post(`/accounts/${account.id}/accessRequests/${open.id}/withdraw`)).status
  }
  if (each.kind === 'grant') {
    const startsAt = each.ahead ? new Date(app.context.now().getTime() + each.ahead * hour).toISOString() : null
    const body = { personId: app.persona(each.who).id, reason: justification, durationHours: each.hours, startsAt }
    const answers = await Promise.all([1, 2].map(() => as('Niamh').post(`/account-access/${group.id}`, body)))
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThan(2)
    return Math.max(...answers.map(({ status }) => status))
  }
  if (each.kind === 'changeEnd') {
    const [live] = await liveOf(each.who)
    if (!live) return 404
    const endsAt = new Date(app.context.now().getTime() + each.hours * hour).toISOString()
    return (await as(each.by === 'holder' ? each.who : each.by).patch(`/account-access/${live.id}`, { endsAt })).status
  }
  if (each.kind === 'end') {
    const assignmentIds = (await liveOf(each.who)).slice(0, 1).map(({ id }) => id)
    await inTransaction(app.db, (db) => startRevoke({ db, jobs: app.jobs }, { assignmentIds, as: 'revoked', now: app.context.now() }))
    return 200
  }
  if (each.kind === 'tidy') await Promise.all(Array.from({ length: each.replicas }, normalize))
  if (each.kind === 'timePasses') later += each.hours * hour
  if (each.kind === 'directory') disturb(each.is)
  if (each.kind === 'work') await deliver(each.times, each.cut)
  return 200
}

function disturb(is: string): void {
  app.simulator.faults.clear()
  const where = { service: 'graph', path: `/groups/${group.directory_group_id}/members` } as const
  const body = { error: { code: 'ServiceUnavailable', message: 'Later.' } }
  // The delay is longer than a call retries, so the run has to.
  if (is === 'down')
    app.simulator.faults.add({ ...where, action: { kind: 'status', status: 503, headers: { 'retry-after': '120' }, body } })
  if (is === 'losesAnAnswer') app.simulator.faults.add({ ...where, count: 1, action: { kind: 'reset', when: 'after' } })
  if (is === 'losesACall') app.simulator.faults.add({ ...where, count: 1, action: { kind: 'reset', when: 'before' } })
}

async function normalize(): Promise<void> {
  await expireAssignments(app.context)
  await startScheduled(app.context)
  await endAccessOfLeavers(app.context)
  await remindOfEnds(app.context)
}

async function deliver(times: number, cut: string): Promise<void> {
  later += 5 * minute
  const stop = new AbortController()
  const runs = await openRuns()
  const all = runs.flatMap(({ id }) => Array.from({ length: times }, () => work(id, stop.signal).catch(() => {})))
  if (cut === 'stop') stop.abort()
  if (cut === 'lose') {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'slipway-run'`
    await app.db.executeQuery(CompiledQuery.raw(text))
  }
  await Promise.all(all)
}

async function resolve(): Promise<void> {
  app.simulator.faults.clear()
  for (let round = 0; round < 20; round++) {
    await normalize()
    if ((await openRuns()).length === 0) return
    await deliver(1, 'no')
  }
  expect(await openRuns()).toEqual([])
}

const membersNow = async () =>
  (await app.context.clients.graph.listDirectMembers(group.directory_group_id!))
    .map(({ id }) => id)
    .filter((id) => people.some((name) => app.persona(name).id === id))

async function holdsAlways(): Promise<void> {
  const asked = await requests()
  for (const each of await assignments()) {
    // A grant has an approval or a granter on record.
    const origin = asked.find(({ id }) => id === each.request_id)
    expect([each.id, origin ? origin.status : each.granted_by]).toEqual([each.id, origin ? 'approved' : app.persona('Niamh').id])
  }
  for (const name of people) {
    const live = (await liveOf(name)).map(({ via }) => via)
    expect(live.length).toBe(new Set(live).size)
  }
}

async function holdsAtRest(): Promise<void> {
  const [all, asked, members] = [await assignments(), await requests(), await membersNow()]
  const failed = await app.db.selectFrom('work_runs').selectAll().where('status', '=', 'failed').execute()
  expect(failed).toEqual([])
  expect(all.filter(({ status }) => status === 'granting' || status === 'revoking')).toEqual([])
  const granted = new Set(all.filter(({ status }) => status === 'active').map(({ person_id }) => person_id))
  expect(members.toSorted()).toEqual([...granted].sort())
  for (const request of asked) {
    if (request.status !== 'approved') continue
    // Every approval led to a grant or an extension.
    const own = all.find(({ request_id }) => request_id === request.id)
    if (!own) seen.set('extended', 1)
    expect([request.id, own !== undefined || request.extends_assignment_id !== null]).toEqual([request.id, true])
  }
  for (const { status, via } of all) {
    seen.set(status, 1)
    seen.set(via, 1)
  }
  // Expired members have been removed.
  expect(all.filter(({ status, ends_at }) => status === 'active' && ends_at !== null && ends_at <= app.context.now())).toEqual([])
}
