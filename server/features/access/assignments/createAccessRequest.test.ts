import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { calls } from '../../accounts/groups/groups.fixture.ts'
import { requestProblems } from '../../accounts/groups/policy.ts'
import { accountOf, decide, grantOf, isIn, justification, requestAccess } from './access.fixture.ts'
import { directoryWaitNote } from './waitForDirectory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const path = (n: number) => `/accounts/${accountOf(app, n).id}/accessRequests`
const memberAdds = () => calls(app, 'graph').filter((call) => call.startsWith('POST') && call.endsWith('/members/$ref'))

describe('createAccessRequest', () => {
  it('grants access in the directory once after an owner’s approval', async () => {
    const account = accountOf(app, 0)
    const { answer, body, group, approvalId } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 48 })
    expect(answer.status).toBe(201)
    expect(body).toMatchObject({
      reference: expect.stringMatching(/^AXS-\d{4}-\d{4}$/),
      status: 'pending_approval',
      waitingFor: 'Account owner',
    })
    expect(answer.headers.location).toBe(`/account-access/access-requests/${body.id}`)
    const approverIds = body.approvals[0].stages[0].approvers.map(({ id }: { id: string }) => id).sort()
    expect(approverIds).toEqual(account.ownerIds.filter((id) => app.company.people.find((person) => person.id === id)!.enabled).sort())
    expect((await as('Daniel').get('/account-approvals/pending-approvals')).body.map(({ id }: { id: string }) => id)).toContain(approvalId)
    await app.quiet()
    expect((await decide(app, 'Daniel', approvalId)).status).toBe(200)
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    expect(memberAdds()).toHaveLength(1)
    const grant = await grantOf(app, body.id)
    expect(grant).toMatchObject({ status: 'active', via: 'request', person_id: app.persona('Priya').id })
    expect(grant!.ends_at!.getTime() - grant!.starts_at.getTime()).toBe(48 * 3_600_000)
    const complete = (await as('Priya').get(`/account-access/access-requests/${body.id}`)).body
    expect(complete).toMatchObject({ status: 'approved', run: { status: 'succeeded' }, until: grant!.ends_at!.toISOString() })
    const [ownGroup] = (await as('Priya').get(`/accounts/${account.id}/groups`)).body.filter(({ id }: { id: string }) => id === group.id)
    expect(ownGroup).toMatchObject({
      mine: { member: true, until: grant!.ends_at!.toISOString() },
      can: { request: expect.any(String) },
    })
  })

  it('grants access after a directory outage', async () => {
    const { body, group, approvalId } = await requestAccess(app, accountOf(app, 1))
    const fault = app.simulator.faults.add({
      service: 'graph',
      path: `/groups/${group.directory_group_id}`,
      action: {
        kind: 'status',
        status: 503,
        headers: { 'retry-after': '1' },
        body: { error: { code: 'ServiceUnavailable', message: 'Later.' } },
      },
    })
    await decide(app, 'Daniel', approvalId)
    await until(async () => {
      const { run } = (await as('Priya').get(`/account-access/access-requests/${body.id}`)).body
      return run.steps[0].note === directoryWaitNote
    })
    expect((await grantOf(app, body.id))!.status).toBe('granting')
    app.simulator.faults.remove(fault)
    await app.drain()
    expect((await grantOf(app, body.id))!.status).toBe('active')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('adds a member once when the directory’s response is lost', async () => {
    const { body, group, approvalId } = await requestAccess(app, accountOf(app, 2))
    const addition = { service: 'graph', method: 'POST', path: `/groups/${group.directory_group_id}/members` } as const
    app.simulator.faults.add({ ...addition, count: 1, action: { kind: 'reset', when: 'after' } })
    await decide(app, 'Daniel', approvalId)
    await app.drain()
    expect((await grantOf(app, body.id))!.status).toBe('active')
    const members = await app.context.clients.graph.listDirectMembers(group.directory_group_id!)
    expect(members.filter(({ id }) => id === app.persona('Priya').id)).toHaveLength(1)
  })

  it('grants nothing after a rejection, and accepts a new request', async () => {
    const firstRequest = await requestAccess(app, accountOf(app, 3))
    expect((await decide(app, 'Daniel', firstRequest.approvalId, 'reject')).status).toBe(200)
    expect(await grantOf(app, firstRequest.body.id)).toBeUndefined()
    expect((await requestAccess(app, accountOf(app, 3))).answer.status).toBe(201)
  })

  roleSuite(
    'createAccessRequest',
    () => app,
    () => ({ path: path(4), body: {} }),
  )

  it('denies a decision on your own request, even as owner and administrator', async () => {
    const { approvalId, body } = await requestAccess(app, accountOf(app, 4), { who: 'Daniel' })
    expect(body.approvals[0].stages[0].approvers.map(({ id }: { id: string }) => id)).not.toContain(app.persona('Daniel').id)
    expect((await decide(app, 'Daniel', approvalId)).status).toBe(403)
    expect(
      (
        await app
          .as(app.persona('Daniel').id, ['Slipway.Admin'])
          .post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })
      ).status,
    ).toBe(403)
    expect(await grantOf(app, body.id)).toBeUndefined()
  })

  it('denies decisions by people who don’t own the account', async () => {
    const { approvalId } = await requestAccess(app, accountOf(app, 5))
    for (const givenName of ['Tomasz', 'Niamh', 'Grace']) expect((await decide(app, givenName, approvalId)).status).toBe(403)
  })

  it.each(['status', 'requesterId', 'approvedBy', 'reference'])('rejects a body that sets %s', async (field) => {
    const { group } = await requestAccess(app, accountOf(app, 5))
    expect((await as('Priya').post(path(5), { groupId: group.id, justification, durationHours: null, [field]: 'approved' })).status).toBe(
      400,
    )
  })

  it('returns 404 for a group of another account', async () => {
    const { group } = await requestAccess(app, accountOf(app, 6))
    expect((await as('Tomasz').post(path(7), { groupId: group.id, justification, durationHours: null })).status).toBe(404)
  })

  it('rejects a second request for the same group', async () => {
    const firstRequest = await requestAccess(app, accountOf(app, 7))
    const secondRequest = await requestAccess(app, accountOf(app, 7))
    expect(secondRequest.body).toMatchObject({
      code: 'wrongState',
      message: requestProblems.open(firstRequest.body.reference),
    })
    const responses = await Promise.all(
      [1, 2, 3].map(() => requestAccess(app, accountOf(app, 7), { suffix: 'contributors', durationHours: 8 })),
    )
    expect(responses.map(({ answer }) => answer.status).sort()).toEqual([201, 409, 409])
  })

  it('rejects a request by a person who is already a member in the directory', async () => {
    const account = accountOf(app, 8)
    const { graph } = app.context.clients
    const { group } = await requestAccess(app, account, { who: 'Tomasz' })
    await graph.addGroupMember(group.directory_group_id!, app.persona('Priya').id)
    expect((await requestAccess(app, account)).body).toMatchObject({ code: 'wrongState' })
  })

  it('rejects durations above the group’s maximum, and permanent access', async () => {
    for (const durationHours of [null, 24 * 181]) {
      const { body } = await requestAccess(app, accountOf(app, 9), { suffix: 'contributors', durationHours })
      expect(body).toMatchObject({
        code: 'invalidRequest',
        errors: [{ field: 'durationHours', message: expect.stringContaining('180 days') }],
      })
    }
  })

  it('rejects a request for a group that isn’t requestable', async () => {
    const account = accountOf(app, 9)
    await app.db.updateTable('access_groups').set({ requestable: false }).where('name', '=', `az-${account.name}-readers`).execute()
    expect((await requestAccess(app, account)).body).toMatchObject({
      code: 'wrongState',
      message: requestProblems.notRequestable,
    })
  })

  it('rejects a justification that is too short', async () => {
    const { group } = await requestAccess(app, accountOf(app, 6), { who: 'Tomasz' })
    expect((await as('Priya').post(path(6), { groupId: group.id, justification: 'please', durationHours: null })).status).toBe(400)
  })
})
