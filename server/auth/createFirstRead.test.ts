import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { patchPerson } from '../../simulator/core/directory.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import { buildApp } from '../app.ts'

let app: TestApp
let open: OpenApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  open = await openApp(app)
})
afterAll(async () => {
  await open.close()
  await app.close()
})
afterEach(() => app.simulator.faults.clear())

const id = (givenName: string) => app.persona(givenName).id
const rowOf = (givenName: string) =>
  app.db
    .selectFrom('people')
    .select(['employee_id', 'directory_checked_at', 'active'])
    .where('id', '=', id(givenName))
    .executeTakeFirstOrThrow()

async function newcomer(givenName: string, overrides: { employeeId?: string; enabled?: boolean }): Promise<void> {
  patchPerson(app.simulator, id(givenName), overrides)
  await app.db.updateTable('people').set({ employee_id: null, directory_checked_at: null }).where('id', '=', id(givenName)).execute()
}
const directoryDown = () =>
  app.simulator.faults.add({
    service: 'graph',
    path: '/users/',
    action: { kind: 'status', status: 503, body: { error: { code: 'x', message: 'No.' } } },
  })

async function createRequest(voter: string): Promise<string> {
  const rule = { kind: 'anyOf' as const, personIds: [id(voter)] }
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Decide', rule, minimum: 1 }] })
  const response = await app.as(id('Priya')).post('/account-requests', newRequest(app, { name: `first-reading-${++number}` }))
  await restorePolicy()
  return response.body.approvals[0].id
}
const votes = (approvalId: string) =>
  app.db.selectFrom('approval_decisions').select('approver_id').where('approval_id', '=', approvalId).execute()
const vote = { decision: 'approve', stage: 1, comment: 'As agreed.' }

describe('a user account that Slipway has not yet read from the directory', () => {
  it('is read before its first vote, so the requester’s second user account cannot decide', async () => {
    const approvalId = await createRequest('Ravi')
    await newcomer('Ravi', { employeeId: (await rowOf('Priya')).employee_id! })
    // Reading the directory can take longer than a vote waits if the machine is busy. The vote is then repeated.
    const voteWhenRead = async () => {
      let response = await app.as(id('Ravi')).post(`/account-approvals/${approvalId}`, vote)
      while (response.status === 503) response = await app.as(id('Ravi')).post(`/account-approvals/${approvalId}`, vote)
      return response
    }
    const responses = await Promise.all([1, 2, 3].map(voteWhenRead))
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await votes(approvalId)).toEqual([])
    expect(await rowOf('Ravi')).toMatchObject({ employee_id: (await rowOf('Priya')).employee_id, directory_checked_at: expect.any(Date) })
  })

  it('is read when it calls with a bearer token, and can then vote', async () => {
    const approvalId = await createRequest('Ewa')
    await newcomer('Ewa', { employeeId: 'E-first-reading' })
    await newcomer('Tomasz', { employeeId: 'E-of-nobody-else' })
    const token = await app.simulator.mintToken({
      oid: id('Ewa'),
      audience: app.config.oidc.audience,
      claims: { amr: ['mfa'], auth_time: Math.floor(Date.now() / 1_000) },
    })
    const response = await fetch(`${open.https}/account-approvals/${approvalId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(vote),
    })
    expect([response.status, await votes(approvalId)]).toEqual([200, [{ approver_id: id('Ewa') }]])
    expect((await rowOf('Ewa')).employee_id).toBe('E-first-reading')
    expect(await rowOf('Tomasz')).toMatchObject({ employee_id: null, directory_checked_at: null })
  })

  it('can read but change nothing on any replica while the directory cannot be read', async () => {
    const approvalId = await createRequest('Samuel')
    await newcomer('Samuel', { employeeId: 'E-first-reading-2' })
    directoryDown()
    const replica = await buildApp(app.context)
    for (const samuel of [app.as(id('Samuel')), app.as(id('Samuel')).on(replica)]) {
      expect(await samuel.post(`/account-approvals/${approvalId}`, vote)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect((await samuel.get('/me')).status).toBe(200)
    }
    expect(await votes(approvalId)).toEqual([])
    await replica.close()
  })

  it('can’t vote while it is disabled in the directory', async () => {
    const approvalId = await createRequest('Margaret')
    await newcomer('Margaret', { enabled: false })
    expect((await app.as(id('Margaret')).post(`/account-approvals/${approvalId}`, vote)).status).toBe(503)
    expect(await votes(approvalId)).toEqual([])
  })
})
