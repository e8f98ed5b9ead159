import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluatedAt } from '../../../../simulator/arm/policyInsightsStates.ts'
import { lookUpSubscription } from '../../../../simulator/arm/subscriptionStore.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { deleteOldCloudChanges } from './deleteOldCloudChanges.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const neverResolving = () =>
  app.company.accounts.filter(
    ({ status, subscriptionId }) =>
      status === 'active' && evaluatedAt(app.simulator, lookUpSubscription(app.simulator, subscriptionId)!) === undefined,
  )
const path = ({ id }: { id: string }) => `/accounts/${id}/policyCompliance/evaluate`
const countRequests = () => app.simulator.exchanges.list().filter((each) => each.path.endsWith('/triggerEvaluation')).length

describe('evaluatePolicies', () => {
  it('starts the first evaluation in Azure, after which the compliance is known', async () => {
    const account = neverResolving()[0]!
    const owner = app.as(account.ownerIds[0]!)
    const compliance = () => owner.get(`/accounts/${account.id}/policyCompliance`)
    expect((await compliance()).status).toBe(404)
    const response = await owner.post(path(account))
    expect([response.status, Date.parse(response.body.startedAt) <= Date.now()]).toEqual([202, true])
    await until(async () => (await compliance()).status === 200)
    expect((await owner.post(path(account))).status).toBe(202)
    const events = await app.db
      .selectFrom('audit_events')
      .select(['operation', 'subject_id'])
      .where('operation', 'in', ['evaluatePolicies', 'policyEvaluationStarted'])
      .orderBy('id')
      .execute()
    const requestedEvent = { operation: 'evaluatePolicies', subject_id: account.id }
    const startedEvent = { operation: 'policyEvaluationStarted', subject_id: account.id }
    expect(events).toEqual([requestedEvent, startedEvent, requestedEvent, startedEvent])
  })

  roleSuite(
    'evaluatePolicies',
    () => app,
    () => ({ path: path(neverResolving()[1]!) }),
  )

  it('denies an auditor, without calling Azure', async () => {
    const countBefore = countRequests()
    expect((await app.as(app.persona('Grace').id).post(path(neverResolving()[1]!))).status).toBe(403)
    expect(countRequests()).toBe(countBefore)
  })

  it('returns 409 for a decommissioned account', async () => {
    const { id } = neverResolving()[2]!
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()
    await app.db.updateTable('accounts').set({ status: 'decommissioned' }).where('id', '=', id).execute()
    expect((await app.as(app.persona('Niamh').id).post(path({ id }))).body.code).toBe('wrongState')
  })

  it('returns 502 when Azure fails', async () => {
    const body = { error: { code: 'AuthorizationFailed', message: 'no' } }
    const fault = app.simulator.faults.add({ service: 'arm', path: 'triggerEvaluation', action: { kind: 'status', status: 403, body } })
    expect((await app.as(app.persona('Niamh').id).post(path(neverResolving()[3]!))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
  })
})

describe('evaluatePolicies with an Idempotency-Key', () => {
  it('runs once for repeated calls', async () => {
    const account = neverResolving()[4]!
    const key = { 'idempotency-key': crypto.randomUUID() }
    const send = () => app.as(account.ownerIds[0]!).post(path(account), undefined, key)
    const countBefore = countRequests()
    const [firstResponse, duplicate] = [await send(), await send()]
    expect([firstResponse.status, duplicate.status, countRequests() - countBefore]).toEqual([202, 202, 1])
    expect(duplicate.body).toEqual(firstResponse.body)
  })

  it('has its record deleted after the retention period, together with its run and old tag changes', async () => {
    const account = neverResolving()[5]!
    const owner = app.as(account.ownerIds[0]!)
    const ids = [(await owner.post(path(account))).body.id, (await owner.post(path(account))).body.id]
    const taggedResponse = await owner.post(`/accounts/${account.id}/tags/restore`)
    expect(taggedResponse.status).toBe(200)
    const count = async () => ({
      evaluations: (await app.db.selectFrom('policy_evaluations').select('id').where('account_id', '=', account.id).execute()).length,
      tagChanges: (await app.db.selectFrom('tag_changes').select('id').where('account_id', '=', account.id).execute()).length,
      runs: (await app.db.selectFrom('work_runs').select('id').where('subject_id', 'in', ids).execute()).length,
    })
    await deleteOldCloudChanges(app.db, new Date(Date.now() + 89 * 86_400_000))
    expect(await count()).toEqual({ evaluations: 2, tagChanges: 1, runs: 2 })
    await app.db
      .updateTable('policy_evaluations')
      .set({ ended_at: new Date(Date.now() + 2 * 86_400_000) })
      .where('id', '=', ids[1])
      .execute()
    await deleteOldCloudChanges(app.db, new Date(Date.now() + 91 * 86_400_000))
    expect(await count()).toEqual({ evaluations: 1, tagChanges: 0, runs: 1 })
  })
})
