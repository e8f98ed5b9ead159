import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { gate } from '../../../../test/gate.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { mustBeEligible } from './checkNewGroup.ts'
import { accountOf, calls, groupRow, newGroup, roleIds, waitForRunEnd } from './groups.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const path = (n: number) => `/accounts/${accountOf(app, n).id}/groups`
const expectNothingWritten = async (name: string) =>
  expect(await app.db.selectFrom('access_groups').select('id').where('name', '=', name).execute()).toEqual([])

describe('createAccountGroup', () => {
  it('creates the group once, with the account’s owners and its roles', async () => {
    const account = accountOf(app, 0)
    const response = await as('Daniel').post(
      path(0),
      newGroup('release-team', { roleDefinitionIds: [roleIds.reader, roleIds.contributor] }),
    )
    expect(response.status).toBe(202)
    expect(response.headers.location).toBe(`/accounts/${account.id}/pollGroupCreation?jobId=${response.body.jobId}`)
    expect(await waitForRunEnd(app, response.body.jobId)).toBe('succeeded')
    const row = await groupRow(app, `az-${account.name}-release-team`)
    expect(row).toMatchObject({ status: 'ready', max_duration_hours: 72, assignment: 'active', created_by: app.persona('Daniel').id })
    const { graph, arm } = app.context.clients
    expect(await graph.getGroup(row.directory_group_id!)).toMatchObject({ mailNickname: row.name })
    const roleAssignments = await arm.listRoleAssignments(`/subscriptions/${account.subscriptionId}`, {
      principalId: row.directory_group_id!,
    })
    expect(roleAssignments.map(({ properties }) => properties.roleDefinitionId.slice(-36)).sort()).toEqual(
      [roleIds.reader, roleIds.contributor].sort(),
    )
    expect(calls(app, 'graph').filter((call) => call.startsWith('PATCH /v1.0/groups(uniqueName='))).toHaveLength(1)
    expect(calls(app, 'graph').filter((call) => call.endsWith('/owners/$ref'))).toHaveLength(account.ownerIds.length)
    const notifications = await app.db.selectFrom('notifications').select('kind').where('dedupe_key', '=', `groupReady:${row.id}`).execute()
    expect(notifications).toEqual([{ kind: 'groupReady' }])
  })

  it('makes the group eligible for a role that can grant access', async () => {
    const account = accountOf(app, 1)
    const body = newGroup('break-glass', { roleDefinitionIds: [roleIds.owner], assignment: 'eligible', maxDurationHours: null })
    const response = await as('Niamh').post(path(1), body)
    expect(await waitForRunEnd(app, response.body.jobId)).toBe('succeeded')
    const { directory_group_id: principalId } = await groupRow(app, `az-${account.name}-break-glass`)
    const scope = `/subscriptions/${account.subscriptionId}`
    expect(await app.context.clients.arm.listRoleAssignments(scope, { principalId: principalId! })).toEqual([])
    expect(await app.context.clients.arm.listRoleEligibility(scope, { principalId: principalId! })).toHaveLength(1)
  })

  it('creates one group when the directory’s response is lost', async () => {
    app.simulator.faults.add({
      service: 'graph',
      method: 'PATCH',
      path: '/groups\\(uniqueName',
      count: 1,
      action: { kind: 'reset', when: 'after' },
    })
    const response = await as('Daniel').post(path(2), newGroup('lost-answer'))
    expect(await waitForRunEnd(app, response.body.jobId)).toBe('succeeded')
    const name = `az-${accountOf(app, 2).name}-lost-answer`
    const groups = app.simulator.state.collection<{ mailNickname: string }>('graph.groups').values()
    expect(groups.filter((group) => group.mailNickname === name)).toHaveLength(1)
  })

  roleSuite(
    'createAccountGroup',
    () => app,
    () => ({ path: path(3), body: newGroup('refused') }),
  )

  it('denies an auditor, without external calls', async () => {
    expect((await as('Grace').post(path(3), newGroup('auditors'))).status).toBe(403)
    expect([...calls(app, 'graph'), ...calls(app, 'arm')]).toEqual([])
  })

  it.each(['status', 'createdBy', 'directoryGroupId', 'roles'])('rejects a body that sets %s', async (field) => {
    expect((await as('Daniel').post(path(3), newGroup('forged', { [field]: 'ready' }))).status).toBe(400)
    await expectNothingWritten(`az-${accountOf(app, 3).name}-forged`)
  })

  it('rejects a role of another account', async () => {
    const foreignRole = (await as('Niamh').get(`/accounts/${accountOf(app, 4).id}/roleDefinitions`)).body.items.find(
      (role: { kind: string }) => role.kind === 'custom',
    )
    const response = await as('Daniel').post(path(3), newGroup('foreign-role', { roleDefinitionIds: [roleIds.reader, foreignRole.id] }))
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual([{ field: 'roleDefinitionIds.1', message: expect.any(String) }])
    await expectNothingWritten(`az-${accountOf(app, 3).name}-foreign-role`)
  })

  it('rejects a permanent role that can grant access', async () => {
    const response = await as('Daniel').post(path(3), newGroup('owners-always', { roleDefinitionIds: [roleIds.owner] }))
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual([{ field: 'roleDefinitionIds.0', message: mustBeEligible('Owner') }])
  })

  it('returns 409 for a name in use in Slipway, in the directory or by a deleted group', async () => {
    const account = accountOf(app, 5)
    expect((await as('Daniel').post(path(5), newGroup('readers'))).body).toMatchObject({ code: 'nameTaken', errors: [{ field: 'name' }] })
    const name = `az-${account.name}-by-hand`
    const { graph } = app.context.clients
    const group = await graph.createGroup({ displayName: name, mailNickname: name, description: 'By hand', ownerIds: [], memberIds: [] })
    expect((await as('Daniel').post(path(5), newGroup('by-hand'))).body).toMatchObject({ code: 'nameTaken' })
    await graph.deleteGroup(group.id)
    const deletedResponse = await as('Daniel').post(path(5), newGroup('by-hand'))
    expect(deletedResponse.body).toMatchObject({ code: 'nameTaken', message: expect.stringContaining('30 days') })
    await expectNothingWritten(name)
  })

  it('creates one group when two people request the same name in parallel', async () => {
    const responses = await Promise.all([1, 2].map(() => as('Daniel').post(path(6), newGroup('twice'))))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
    await app.drain()
  })

  it('returns 409 when the account is not active or has no subscription', async () => {
    const account = accountOf(app, 7)
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', account.id).execute()
    const response = await as('Daniel').post(path(7), newGroup('nowhere'))
    expect(response.body).toMatchObject({ status: 409, code: 'wrongState' })
  })

  it('returns 502 and doesn’t start a run when the directory does not respond', async () => {
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'graph', action })
    expect((await as('Daniel').post(path(8), newGroup('no-directory'))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    await expectNothingWritten(`az-${accountOf(app, 8).name}-no-directory`)
  })
})

describe('createAccountGroup during the account’s deletion', () => {
  const deletedDuring = async (n: number, name: string, call: Parameters<typeof gate>[1]) => {
    const creationGate = gate(app.simulator, call)
    const response = await as('Daniel').post(path(n), newGroup(name))
    await creationGate.reached
    const { id } = accountOf(app, n)
    await app.db.updateTable('accounts').set({ kind: 'manual' }).where('id', '=', id).execute()
    expect((await as('Niamh').delete(`/accounts/${id}`)).status).toBe(204)
    creationGate.open()
    return { ...accountOf(app, n), jobId: response.body.jobId as string, name: `az-${accountOf(app, n).name}-${name}` }
  }
  const expectNameReleased = async (name: string) => {
    await until(async () => (await groupRow(app, name)).status === 'deleted')
    expect(await app.context.clients.graph.findGroupByMailNickname(name)).toBeUndefined()
  }

  it('deletes the group once it is created', async () => {
    const { name, jobId } = await deletedDuring(10, 'too-late', { service: 'arm', method: 'PUT', path: 'roleAssignments' })
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    await expectNameReleased(name)
  })

  it('deletes the group when it can’t be created', async () => {
    const body = { error: { code: 'RoleDefinitionDoesNotExist', message: 'The specified role definition does not exist.' } }
    app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: 'roleAssignments',
      count: 1,
      action: { kind: 'status', status: 400, body },
    })
    const { name, jobId } = await deletedDuring(11, 'too-late', { service: 'graph', method: 'PATCH', path: '/groups\\(uniqueName' })
    expect(await waitForRunEnd(app, jobId)).toBe('failed')
    await expectNameReleased(name)
  })
})
