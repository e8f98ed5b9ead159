import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setLink } from '../../../../simulator/graph/groupDirectory.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { approveAll } from '../../../../test/approveAll.ts'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import { until } from '../../../../test/until.ts'
import { unconfirmedGroupNote } from './ensureGroup.ts'
import { accountOf, groupRow, newGroup, waitForRunEnd } from './groups.fixture.ts'

interface StoredGroup {
  id: string
  mailNickname: string
  description: string
  deletedDateTime: string | null
}

let app: TestApp
let laterMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + laterMs) })
  app.simulator.asyncDelayMs = 20
})
beforeEach(() => {
  laterMs = 0
  app.simulator.faults.clear()
  Object.assign(app.simulator.consistency, { delayMs: 0, listDelayMs: 0, flapping: false })
})
afterAll(() => app.close())

const liveGroups = (name: string) =>
  app.simulator.state
    .collection<StoredGroup>('graph.groups')
    .values()
    .filter((group) => group.mailNickname === name && group.deletedDateTime === null)
const lostResponse = { kind: 'reset', when: 'after' } as const
const noUpsert = () =>
  app.simulator.faults.add({
    service: 'graph',
    method: 'PATCH',
    path: '/groups\\(',
    action: {
      kind: 'status',
      status: 400,
      body: { error: { code: 'BadRequest', message: "Resource not found for the segment 'groups'." } },
    },
  })
const auditOf = (subject: string) =>
  app.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('operation', '=', 'duplicateGroupDeleted')
    .where('subject_id', '=', subject)
    .execute()

async function createRequest(n: number, suffix: string) {
  const account = accountOf(app, n)
  const response = await app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/groups`, newGroup(suffix))
  expect(response.status).toBe(202)
  return { jobId: response.body.jobId as string, name: `az-${account.name}-${suffix}` }
}
async function advanceTime(ms: number, jobId: string) {
  laterMs += ms
  await app.jobs.send(app.db, 'work', { runId: jobId })
}
const stepOf = (runId: string) =>
  app.db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('name', '=', 'createGroup').executeTakeFirstOrThrow()

describe('ensureGroup', () => {
  it('creates one group per name, even if responses are lost and the directory lags', async () => {
    Object.assign(app.simulator.consistency, { delayMs: 2_500, listDelayMs: 2_500, flapping: true })
    for (const [method, path] of [
      ['PATCH', '/groups\\('],
      ['POST', '/groups$'],
    ] as const)
      app.simulator.faults.add({ service: 'graph', method, path, count: 2, action: lostResponse })
    const { jobId, name } = await createRequest(0, 'lagging')
    const account = await approveAll(app, `lagging-${previousAttempts()}`, { connectivity: 'none' })
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    await until(
      async () =>
        (await app.db.selectFrom('work_runs').select('status').where('id', '=', account.runId).executeTakeFirstOrThrow()).status ===
        'succeeded',
    )
    expect(liveGroups(name)).toHaveLength(1)
    expect(liveGroups(`az-${account.name}-developers`)).toHaveLength(1)
    expect(liveGroups(`az-${account.name}-operators`)).toHaveLength(1)
  })

  it('searches for a group whose creation wasn’t confirmed, in a tenant without unique names', async () => {
    noUpsert()
    Object.assign(app.simulator.consistency, { listDelayMs: 3_600_000 })
    app.simulator.faults.add({ service: 'graph', method: 'POST', path: '/groups$', count: 1, action: lostResponse })
    const { jobId, name } = await createRequest(1, 'unkeyed')
    await until(async () => (await stepOf(jobId)).note === unconfirmedGroupNote)
    expect(liveGroups(name)).toHaveLength(1)
    app.simulator.consistency.listDelayMs = 0
    await advanceTime(130_000, jobId)
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    const groups = liveGroups(name)
    expect(groups).toHaveLength(1)
    expect((await groupRow(app, name)).directory_group_id).toBe(groups[0]!.id)
  })

  it('keeps the older group, and deletes the younger one with an audit event, if the directory lags longer', async () => {
    noUpsert()
    Object.assign(app.simulator.consistency, { listDelayMs: 3_600_000 })
    app.simulator.faults.add({ service: 'graph', method: 'POST', path: '/groups$', count: 1, action: lostResponse })
    const { jobId, name } = await createRequest(2, 'duplicates')
    await until(async () => (await stepOf(jobId)).note === unconfirmedGroupNote)
    const [older] = liveGroups(name)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await advanceTime(130_000, jobId)
    await until(() => liveGroups(name).length === 2)
    const newerGroup = liveGroups(name).find(({ id }) => id !== older!.id)!
    app.simulator.consistency.listDelayMs = 0
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    expect(liveGroups(name).map(({ id }) => id)).toEqual([older!.id])
    const row = await groupRow(app, name)
    expect(row.directory_group_id).toBe(older!.id)
    expect(await auditOf(row.id)).toEqual([{ before: expect.objectContaining({ group: newerGroup.id, name }), after: { kept: older!.id } }])
  })

  it('keeps a younger duplicate that has members, and requires a person’s decision', async () => {
    noUpsert()
    Object.assign(app.simulator.consistency, { listDelayMs: 3_600_000 })
    app.simulator.faults.add({ service: 'graph', method: 'POST', path: '/groups$', count: 1, action: lostResponse })
    const { jobId, name } = await createRequest(3, 'inhabited')
    await until(async () => (await stepOf(jobId)).note === unconfirmedGroupNote)
    const [older] = liveGroups(name)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await advanceTime(130_000, jobId)
    await until(() => liveGroups(name).length === 2)
    const newerGroup = liveGroups(name).find(({ id }) => id !== older!.id)!
    setLink(app.simulator, newerGroup.id, 'members', app.persona('Tomasz').id, true)
    app.simulator.consistency.listDelayMs = 0
    expect(await waitForRunEnd(app, jobId)).toBe('failed')
    expect(liveGroups(name)).toHaveLength(2)
    const run = await app.db.selectFrom('work_runs').select('cause_code').where('id', '=', jobId).executeTakeFirstOrThrow()
    expect(run.cause_code).toBe('duplicateGroup')
    expect(await auditOf((await groupRow(app, name)).id)).toEqual([])
  })

  it('doesn’t give a role to a group that a person created, even with Slipway’s description', async () => {
    const account = accountOf(app, 5)
    const release = Promise.withResolvers<void>()
    const paused = Promise.withResolvers<void>()
    app.simulator.faults.add({
      service: 'graph',
      method: 'PATCH',
      path: '/groups\\(',
      action: { kind: 'hold', when: 'before', held: paused.resolve, until: release.promise },
    })
    const { jobId, name } = await createRequest(5, 'prepared')
    await paused.promise
    const row = await groupRow(app, name)
    const { arm, graph } = app.context.clients
    const existingName = `Slipway ${row.id} group ${row.id} ${account.id}`
    const preparedGroup = await graph.createGroup({
      displayName: name,
      mailNickname: name,
      description: existingName,
      ownerIds: [],
      memberIds: [],
    })
    release.resolve()
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    const usedGroupId = (await groupRow(app, name)).directory_group_id
    expect(liveGroups(name).map(({ id }) => id)).toEqual(expect.arrayContaining([usedGroupId, preparedGroup.id]))
    expect(usedGroupId).not.toBe(preparedGroup.id)
    const scope = `/subscriptions/${account.subscriptionId}`
    expect(await arm.listRoleAssignments(scope, { principalId: preparedGroup.id })).toEqual([])
    expect(await arm.listRoleAssignments(scope, { principalId: usedGroupId! })).not.toEqual([])
  })

  it('uses its own group even if another group has the same description', async () => {
    const { jobId, name } = await createRequest(6, 'copied')
    await until(() => liveGroups(name).length === 1)
    const [ownGroup] = liveGroups(name)
    const { graph } = app.context.clients
    const copy = { displayName: name, mailNickname: name, description: ownGroup!.description, ownerIds: [], memberIds: [] }
    await graph.createGroup(copy)
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    expect((await groupRow(app, name)).directory_group_id).toBe(ownGroup!.id)
  })

  it('retries immediately after an error, because nothing was created', async () => {
    noUpsert()
    app.simulator.faults.add({
      service: 'graph',
      method: 'POST',
      path: '/groups$',
      count: 1,
      action: { kind: 'status', status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No.' } } },
    })
    const { jobId, name } = await createRequest(7, 'refused')
    expect(await waitForRunEnd(app, jobId)).toBe('failed')
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.post(`/work/${jobId}/steps/createGroup/retry`)).status).toBe(200)
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    expect(liveGroups(name)).toHaveLength(1)
  })

  it('doesn’t touch a group with the same name but without the mark', async () => {
    const account = accountOf(app, 4)
    const name = `az-${account.name}-foreign`
    const { jobId } = await createRequest(4, 'foreign')
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    const { graph } = app.context.clients
    await graph.createGroup({ displayName: name, mailNickname: name, description: 'By hand', ownerIds: [], memberIds: [] })
    expect(liveGroups(name)).toHaveLength(2)
    const row = await groupRow(app, name)
    expect((await app.as(app.persona('Daniel').id).delete(`/accounts/${account.id}/groups/${row.id}`)).status).toBeLessThan(300)
    await until(async () => (await groupRow(app, name)).status === 'deleted')
    expect(liveGroups(name).map(({ description }) => description)).toEqual(['By hand'])
  })
})
