import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const mine = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n: number) => `/accounts/${mine()[n]!.id}/ResourceGroups`
const refused = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const

describe('listResourceGroups', () => {
  it('returns the groups of the cloud, and when they were read', async () => {
    const before = Date.now()
    const answer = await app.as(app.persona('Daniel').id).get(path(0))
    expect(answer.status).toBe(200)
    const names = answer.body.items.map((group: { name: string }) => group.name)
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b)))
    expect(answer.body.items[0].id).toContain(mine()[0]!.subscriptionId)
    expect(Date.parse(answer.body.fetchedAt)).toBeGreaterThanOrEqual(before)
  })

  it('reads the cloud once a minute, however many people look', async () => {
    const callers = ['Daniel', 'Niamh', 'Grace'].map((who) => app.as(app.persona(who).id))
    const answers = await Promise.all(callers.map((caller) => caller.get(path(1))))
    expect(new Set(answers.map((answer) => answer.body.fetchedAt)).size).toBe(1)
    const fault = app.simulator.faults.add({ service: 'arm', action: refused })
    expect((await callers[0]!.get(path(1))).body).toEqual(answers[0]!.body)
    app.simulator.faults.remove(fault)
  })

  roleSuite(
    'listResourceGroups',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns 404 for an unknown account or a missing subscription', async () => {
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.get('/accounts/00000000-0000-4000-8000-000000000000/ResourceGroups')).status).toBe(404)
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', mine()[2]!.id).execute()
    expect((await admin.get(path(2))).body).toMatchObject({ status: 404, code: 'notFound' })
  })

  it('returns 502 when the cloud fails, and reads again on the next call', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const fault = app.simulator.faults.add({ service: 'arm', action: refused })
    expect((await admin.get(path(3))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await admin.get(path(3))).status).toBe(200)
  })
})
