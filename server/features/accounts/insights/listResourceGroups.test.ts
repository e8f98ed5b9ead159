import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccounts = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n: number) => `/accounts/${ownAccounts()[n]!.id}/ResourceGroups`
const failureResponse = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const

describe('listResourceGroups', () => {
  it('returns the groups of the cloud, and when they were read', async () => {
    const startedAt = Date.now()
    const response = await app.as(app.persona('Daniel').id).get(path(0))
    expect(response.status).toBe(200)
    const names = response.body.items.map((group: { name: string }) => group.name)
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b)))
    expect(response.body.items[0].id).toContain(ownAccounts()[0]!.subscriptionId)
    expect(Date.parse(response.body.fetchedAt)).toBeGreaterThanOrEqual(startedAt)
  })

  it('reads Azure at most once a minute, regardless of the number of readers', async () => {
    const callers = ['Daniel', 'Niamh', 'Grace'].map((givenName) => app.as(app.persona(givenName).id))
    const responses = await Promise.all(callers.map((caller) => caller.get(path(1))))
    expect(new Set(responses.map((response) => response.body.fetchedAt)).size).toBe(1)
    const fault = app.simulator.faults.add({ service: 'arm', action: failureResponse })
    expect((await callers[0]!.get(path(1))).body).toEqual(responses[0]!.body)
    app.simulator.faults.remove(fault)
  })

  roleSuite(
    'listResourceGroups',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns 404 for an unknown account or an account without a subscription', async () => {
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.get('/accounts/00000000-0000-4000-8000-000000000000/ResourceGroups')).status).toBe(404)
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', ownAccounts()[2]!.id).execute()
    expect((await admin.get(path(2))).body).toMatchObject({ status: 404, code: 'notFound' })
  })

  it('returns 502 when the cloud fails, and reads again on the next call', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const fault = app.simulator.faults.add({ service: 'arm', action: failureResponse })
    expect((await admin.get(path(3))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await admin.get(path(3))).status).toBe(200)
  })
})
