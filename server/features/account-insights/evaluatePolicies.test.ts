import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluatedAt } from '../../../simulator/arm/policyInsightsStates.ts'
import { lookUpSubscription } from '../../../simulator/arm/subscriptionStore.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'
import { until } from '../../../test/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const never = () =>
  app.company.accounts.filter(
    ({ status, subscriptionId }) =>
      status === 'active' && evaluatedAt(app.simulator, lookUpSubscription(app.simulator, subscriptionId)!) === undefined,
  )
const path = ({ id }: { id: string }) => `/accounts/${id}/policyCompliance/evaluate`
const asked = () => app.simulator.exchanges.list().filter((each) => each.path.endsWith('/triggerEvaluation')).length

describe('evaluatePolicies works', () => {
  it('has Azure evaluate what it never has, and the compliance is there afterwards', async () => {
    const account = never()[0]!
    const owner = app.as(account.ownerIds[0]!)
    const compliance = () => owner.get(`/accounts/${account.id}/policyCompliance`)
    expect((await compliance()).status).toBe(404)
    const answer = await owner.post(path(account))
    expect([answer.status, Date.parse(answer.body.startedAt) <= Date.now()]).toEqual([202, true])
    await until(async () => (await compliance()).status === 200)
    expect((await owner.post(path(account))).status).toBe(202)
    const events = await app.db.selectFrom('audit_events').select('subject_id').where('operation', '=', 'evaluatePolicies').execute()
    expect(events.map(({ subject_id }) => subject_id)).toEqual([account.id, account.id])
  })
})

describe('evaluatePolicies refuses', () => {
  roleSuite(
    'evaluatePolicies',
    () => app,
    () => ({ path: path(never()[1]!) }),
  )

  it('an auditor, without asking Azure', async () => {
    const before = asked()
    expect((await app.as(app.persona('Grace').id).post(path(never()[1]!))).status).toBe(403)
    expect(asked()).toBe(before)
  })
})

describe('evaluatePolicies fails', () => {
  it('on an account that is decommissioned', async () => {
    const { id } = never()[2]!
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()
    await app.db.updateTable('accounts').set({ status: 'decommissioned' }).where('id', '=', id).execute()
    expect((await app.as(app.persona('Niamh').id).post(path({ id }))).body.code).toBe('wrongState')
  })

  it('when Azure refuses', async () => {
    const body = { error: { code: 'AuthorizationFailed', message: 'no' } }
    const fault = app.simulator.faults.add({ service: 'arm', path: 'triggerEvaluation', action: { kind: 'status', status: 403, body } })
    expect((await app.as(app.persona('Niamh').id).post(path(never()[3]!))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
  })
})
