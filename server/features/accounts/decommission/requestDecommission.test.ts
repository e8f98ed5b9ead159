import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { decommissionableAccount, requestDecommissionOf } from './decommissionable.fixture.ts'
import { lockLevelLabels } from './dry-run/blockers.ts'
import { dryRunWarnings } from './dry-run/summary.ts'
import { alreadyRequested } from './queries.ts'
import { changedSinceDryRun } from './requestDecommission.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = (id: string) => `/accounts/${id}/updates/decommission`
const account = (n = 0) => decommissionableAccount(app, n)
const fingerprintOf = async (id: string) => (await admin().get(`${path(id)}/rehearsal`)).body.fingerprint
const body = (name: string, fingerprint: string) => ({ confirmName: name, reason: 'Nobody uses it any more.', fingerprint })
const updatesOf = (id: string) => app.db.selectFrom('account_updates').selectAll().where('account_id', '=', id).execute()

describe('requestDecommission', () => {
  let fingerprint: string
  beforeAll(async () => {
    fingerprint = await fingerprintOf(account(2).id)
  })

  it('opens an approval with the dry run and its warnings, and removes nothing yet', async () => {
    const { id, name, ownerIds } = account()
    const requestedUpdate = await requestDecommissionOf(app, account(), { approve: false })
    expect(requestedUpdate).toMatchObject({ kind: 'decommission', status: 'pending_approval', account: { id, name }, run: null })
    expect(requestedUpdate.diff).toContainEqual({
      label: 'Resources',
      before: expect.stringMatching(/^\d+ .* \d+ /),
      after: null,
    })
    expect(requestedUpdate.approvals[0].stages.map(({ name: stage }: { name: string }) => stage)).toEqual(['Family owner'])
    expect((await admin().get(`/accounts/${id}`)).body.status).toBe('active')
    expect((await admin().get(`/accounts/${id}/retirement`)).status).toBe(404)
    const notifications = await app.db.selectFrom('notifications').select('title').where('title', 'like', `%${name}%`).execute()
    expect(notifications.length).toBeGreaterThan(0)
    expect(ownerIds.length).toBeGreaterThan(1)
    const { approvals, dryRun } = requestedUpdate
    const [{ stages, ...approval }] = approvals
    const { evidence } = (await app.as(stages[0].approvers[0].id).get(`/account-approvals/${approval.id}`)).body
    expect(dryRun.affected.length).toBeGreaterThan(0)
    expect(evidence.flags).toContainEqual({ tone: 'warn', text: dryRunWarnings.inUse(dryRun.affected) })
  })

  it('requires as long a reason when the request is edited', async () => {
    const { id: accountId } = account(8)
    const { id, version } = await requestDecommissionOf(app, account(8), { approve: false })
    const response = await admin().patch(`/accounts/${accountId}/updates/${id}`, { reason: 'Too old.' }, { 'if-match': `"${version}"` })
    expect([response.status, response.body.errors[0].field]).toEqual([400, 'reason'])
  })

  it('does a dry run and returns it if the call has no fingerprint', async () => {
    const { id, name } = account(7)
    const response = await admin().post(path(id), { confirmName: name, reason: 'Nobody uses it any more.' })
    expect([response.status, response.body.status]).toEqual([201, 'pending_approval'])
    expect(response.body.dryRun).toMatchObject({ accountId: id, blockers: [], fingerprint: expect.any(String) })
  })

  it('requires the tower lead’s approval as well for a production account', async () => {
    const production = app.company.accounts.find(
      (each) => each.environment === 'production' && each.status === 'active' && each.kind === 'cloud' && each.id !== account().id,
    )!
    for (const lock of await app.context.clients.arm.listLocks(production.subscriptionId)) expect(lock.name).toBe('keep-data')
    const candidates = app.company.accounts.filter(
      (each) => each.environment === 'production' && each.status === 'active' && each.kind === 'cloud',
    )
    const freeAccounts = candidates.slice(0, 20)
    for (const each of freeAccounts) {
      if ((await app.context.clients.arm.listLocks(each.subscriptionId)).length > 0) continue
      const { stages } = (await requestDecommissionOf(app, each, { approve: false })).approvals[0]
      expect(stages.map(({ name }: { name: string }) => name)).toEqual(['Family owner', 'Tower lead'])
      return
    }
    throw new Error('every production account is locked')
  })

  it('starts the run with the last approval', async () => {
    const { id } = await requestDecommissionOf(app, account(1))
    const run = await app.db.selectFrom('work_runs').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow()
    expect([run.kind, run.status]).toEqual(['decommissionAccount', 'queued'])
  })

  roleSuite(
    'requestDecommission',
    () => app,
    () => ({ path: path(account(2).id), body: body(account(2).name, fingerprint) }),
  )

  it.each([
    ['another name', (name: string, print: string) => body(`${name}x`, print), 'confirmName'],
    ['a blank reason', (name: string, print: string) => ({ ...body(name, print), reason: ' '.repeat(12) }), 'reason'],
    ['a short reason', (name: string, print: string) => ({ ...body(name, print), reason: 'Too old.' }), 'reason'],
    ['an unknown field', (name: string, print: string) => ({ ...body(name, print), force: true }), 'force'],
  ])('rejects %s', async (_, createBody, field) => {
    const { id, name } = account(3)
    const response = await admin().post(path(id), createBody(name, await fingerprintOf(id)))
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
    expect(await updatesOf(id)).toEqual([])
  })

  it('returns 409 if the result of the dry run has changed in the meantime', async () => {
    const { id, name, subscriptionId, region } = account(4)
    const fingerprint = await fingerprintOf(id)
    await app.context.clients.arm.putResourceGroup(subscriptionId, 'rg-just-made', { location: region })
    const response = await admin().post(path(id), body(name, fingerprint))
    expect([response.status, response.body.code, response.body.message]).toEqual([409, 'conflict', changedSinceDryRun])
    expect(await updatesOf(id)).toEqual([])
  })

  it('returns 409 with each blocker and its fix', async () => {
    const { id, name } = account(5)
    const fingerprint = await fingerprintOf(id)
    const lock = { id: `/subscriptions/${account(5).subscriptionId}/providers/Microsoft.Authorization/locks/hold`, name: 'hold' }
    const fault = app.simulator.faults.add({
      service: 'arm',
      path: '/locks',
      action: {
        kind: 'status',
        status: 200,
        body: { value: [{ ...lock, properties: { level: 'ReadOnly' } }] },
        headers: { 'content-type': 'application/json' },
      },
    })
    const response = await admin().post(path(id), body(name, fingerprint))
    const unguardedResponse = await admin().post(path(id), { ...body(name, fingerprint), fingerprint: undefined })
    app.simulator.faults.remove(fault)
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    expect(unguardedResponse.body.errors).toEqual(response.body.errors)
    expect(response.body.errors).toEqual([
      { field: 'lock', message: expect.stringMatching(new RegExp(`“hold” \\(${lockLevelLabels.ReadOnly}\\)`)) },
    ])
    expect(await updatesOf(id)).toEqual([])
  })

  it('returns 409 while another request is pending, even in parallel', async () => {
    const { id, name } = account(6)
    const fingerprint = await fingerprintOf(id)
    const responses = await Promise.all([1, 2].map(() => admin().post(path(id), body(name, fingerprint))))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    const repeated = await admin().post(path(id), body(name, fingerprint))
    expect(repeated.body.message).toContain(alreadyRequested(responses.find(({ status }) => status === 201)!.body.reference))
    expect(await updatesOf(id)).toHaveLength(1)
  })

  it('returns 409 for a decommissioned account', async () => {
    const deletedAccount = app.company.accounts.find((each) => each.status === 'decommissioned')!
    expect((await admin().post(path(deletedAccount.id), body(deletedAccount.name, 'x'))).body).toMatchObject({
      status: 409,
      code: 'wrongState',
    })
  })
})
