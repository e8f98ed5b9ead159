import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, calls, groupRow, newGroup, roleIds, waitForRunEnd } from './groups.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const groupOf = (n: number, suffix = 'readers') => groupRow(app, `az-${accountOf(app, n).name}-${suffix}`)
const path = (n: number, groupId: string) => `/accounts/${accountOf(app, n).id}/groups/${groupId}`

describe('deleteAccountGroup', () => {
  it('removes the people, then the roles, then the group, and closes its requests', async () => {
    const account = accountOf(app, 0)
    const group = await groupOf(0)
    const requestResponse = await as('Priya').post(`/accounts/${account.id}/accessRequests`, {
      groupId: group.id,
      justification: 'To see what the checkout does.',
      durationHours: null,
    })
    expect(requestResponse.status).toBe(201)
    const response = await as('Daniel').delete(path(0, group.id))
    expect(response.status).toBe(202)
    expect(
      (await as('Daniel').get(`/accounts/${account.id}/groups`)).body.find(({ id }: { id: string }) => id === group.id).can,
    ).toMatchObject({
      request: expect.any(String),
    })
    expect(await waitForRunEnd(app, response.body.jobId)).toBe('succeeded')
    const { graph, arm } = app.context.clients
    expect(await graph.getGroup(group.directory_group_id!)).toBeUndefined()
    expect(await graph.findDeletedGroup(group.name)).toBeDefined()
    expect(await arm.listRoleAssignments(`/subscriptions/${account.subscriptionId}`, { principalId: group.directory_group_id! })).toEqual(
      [],
    )
    const deletions = [...calls(app, 'graph'), ...calls(app, 'arm')].filter((call) => call.startsWith('DELETE'))
    expect(deletions.filter((call) => call.includes('/members/')).length).toBeGreaterThan(0)
    expect(deletions.filter((call) => call.endsWith(`/groups/${group.directory_group_id}`))).toHaveLength(1)
    expect((await groupRow(app, group.name)).status).toBe('deleted')
    const request = await app.db
      .selectFrom('access_requests')
      .select('status')
      .where('id', '=', requestResponse.body.id)
      .executeTakeFirstOrThrow()
    expect(request.status).toBe('cancelled')
    const approval = await app.db
      .selectFrom('approvals')
      .select('status')
      .where('subject_id', '=', requestResponse.body.id)
      .executeTakeFirstOrThrow()
    expect(approval.status).toBe('cancelled')
  })

  it('removes an eligible role as well', async () => {
    const account = accountOf(app, 1)
    const body = newGroup('eligible', { roleDefinitionIds: [roleIds.owner], assignment: 'eligible' })
    await waitForRunEnd(app, (await as('Daniel').post(`/accounts/${account.id}/groups`, body)).body.jobId)
    const group = await groupOf(1, 'eligible')
    const response = await as('Daniel').delete(path(1, group.id))
    expect(await waitForRunEnd(app, response.body.jobId)).toBe('succeeded')
    const scope = `/subscriptions/${account.subscriptionId}`
    expect(await app.context.clients.arm.listRoleEligibility(scope, { principalId: group.directory_group_id! })).toEqual([])
  })

  it('deletes a group whose creation failed, and doesn’t create it later', async () => {
    const account = accountOf(app, 2)
    const action = { kind: 'status', status: 403, body: { error: { code: 'Denied', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'graph', method: 'POST', path: '/owners/', action })
    const creationJobId = (await as('Daniel').post(`/accounts/${account.id}/groups`, newGroup('half-made'))).body.jobId
    expect(await waitForRunEnd(app, creationJobId)).toBe('failed')
    app.simulator.faults.remove(fault)
    const group = await groupOf(2, 'half-made')
    expect(await waitForRunEnd(app, (await as('Daniel').delete(path(2, group.id))).body.jobId)).toBe('succeeded')
    expect((await as('Niamh').post(`/work/${creationJobId}/steps/setOwners/retry`)).status).toBe(200)
    expect(await waitForRunEnd(app, creationJobId)).toBe('failed')
    expect(await app.context.clients.graph.findGroupByMailNickname(group.name)).toBeUndefined()
    expect((await groupRow(app, group.name)).status).toBe('deleted')
  })

  roleSuite(
    'deleteAccountGroup',
    () => app,
    async () => ({ path: path(3, (await groupOf(3)).id) }),
  )

  it('denies an auditor, and keeps the group', async () => {
    const group = await groupOf(3)
    expect((await as('Grace').delete(path(3, group.id))).status).toBe(403)
    expect((await groupOf(3)).status).toBe('ready')
  })

  it('returns 404 for a group of another account', async () => {
    const group = await groupOf(3)
    expect((await as('Daniel').delete(path(4, group.id))).status).toBe(404)
    expect((await groupOf(3)).status).toBe('ready')
  })

  it('rejects a group that is being deleted or was changed in the meantime', async () => {
    const group = await groupOf(5)
    expect((await as('Daniel').delete(path(5, group.id), undefined, { 'if-match': '"7"' })).status).toBe(412)
    const responses = await Promise.all([1, 2].map(() => as('Daniel').delete(path(5, group.id))))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
    await app.drain()
  })
})
