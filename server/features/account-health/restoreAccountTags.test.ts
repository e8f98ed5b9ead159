import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const account = (n = 0) =>
  app.company.accounts.filter(
    ({ kind, status, ownerIds }) => kind === 'cloud' && status === 'active' && ownerIds.includes(app.persona('Daniel').id),
  )[n]!
const scope = (n = 0) => `/subscriptions/${account(n).subscriptionId}`
const path = (id = account().id) => `/accounts/${id}/tags/restore`
const daniel = () => app.as(app.persona('Daniel').id)
const admin = () => app.as(app.persona('Niamh').id)
const tagsOf = (n = 0) => app.context.clients.arm.getTags(scope(n))
const kept = (n = 0) => {
  const { costCentre, environment, criticality, dataClassification } = account(n)
  return { costCentre, environment, criticality, dataClassification, managedBy: 'slipway' }
}
interface Part {
  id: string
  state: string
  points: number
  action: { label: string; at: string } | null
}
const tagsPart = ({ parts }: { parts: Part[] }) => parts.find(({ id }) => id === 'tags')
const takeOff = (n = 0) => app.context.clients.arm.changeTags(scope(n), 'Replace', { team: 'tills', COSTCENTRE: 'CC-wrong' })

describe('restoreAccountTags works', () => {
  it('sets what Slipway keeps as the account says, leaves other tags alone, and the passport is good again', async () => {
    await takeOff()
    const worse = (await daniel().post(`/accounts/${account().id}/health/refresh`)).body
    expect(tagsPart(worse)).toMatchObject({ state: 'bad', action: { label: 'Set the missing tags', at: 'tags' } })
    expect(worse.can).toEqual({ refresh: true, restoreTags: true })
    const answer = await daniel().post(path())
    expect(answer.status).toBe(200)
    const { costCentre, ...others } = kept()
    expect(await tagsOf()).toMatchObject({ team: 'tills', COSTCENTRE: costCentre, ...others })
    expect(tagsPart(answer.body)).toMatchObject({ state: 'good', points: 8, action: null })
    expect(answer.body.score).toBeGreaterThan(worse.score)
    expect((await daniel().get(`/accounts/${account().id}/health`)).body).toEqual(answer.body)
    const event = await app.db
      .selectFrom('audit_events')
      .select(['subject_id', 'before', 'after'])
      .where('operation', '=', 'restoreAccountTags')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      subject_id: account().id,
      before: { tags: { team: 'tills', COSTCENTRE: 'CC-wrong' } },
      after: { tags: { team: 'tills', managedBy: 'slipway' } },
    })
  })

  it('names the request the account was built for again, and is harmless twice', async () => {
    const tags = JSON.stringify({ ...account(1).tags, slipwayRequest: 'REQ-2026-0007' })
    await app.db.updateTable('accounts').set({ tags }).where('id', '=', account(1).id).execute()
    await takeOff(1)
    const answers = await Promise.all([daniel(), admin()].map((each) => each.post(path(account(1).id))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await tagsOf(1)).toMatchObject({ slipwayRequest: 'REQ-2026-0007', team: 'tills', managedBy: 'slipway' })
  })

  it('stands where another part does not answer', async () => {
    await takeOff()
    app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.Consumption/budgets',
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    const answer = await daniel().post(path())
    expect([answer.status, tagsPart(answer.body)?.state]).toEqual([200, 'good'])
  })
})

describe('restoreAccountTags refuses', () => {
  roleSuite(
    'restoreAccountTags',
    () => app,
    () => ({ path: path() }),
  )

  it('an auditor and a stranger, without touching the cloud', async () => {
    await app.quiet()
    for (const who of ['Grace', 'Tomasz']) expect((await app.as(app.persona(who).id).post(path())).status).toBe(403)
    expect(app.simulator.exchanges.list()).toEqual([])
  })
})

describe('restoreAccountTags fails', () => {
  const refused = async (change: { kind?: 'manual'; status?: 'decommissioning' }) => {
    await app.db.updateTable('accounts').set(change).where('id', '=', account(2).id).execute()
    await app.quiet()
    const answer = await admin().post(path(account(2).id))
    expect(app.simulator.exchanges.list()).toEqual([])
    await app.db.updateTable('accounts').set({ kind: 'cloud', status: 'active' }).where('id', '=', account(2).id).execute()
    return answer.body
  }

  it.each([
    ['being taken down', { status: 'decommissioning' }, /being decommissioned\. Undo that first/],
    ['kept by hand', { kind: 'manual' }, /kept by hand.*Azure portal/],
  ] as const)('for an account that is %s', async (_, change, message) => {
    expect(await refused(change)).toMatchObject({ status: 409, code: 'wrongState', message: expect.stringMatching(message) })
  })

  it('when there is no such account, or no more', async () => {
    const gone = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await admin().post(path(gone.id))).body).toMatchObject({
      code: 'wrongState',
      message: expect.stringMatching(/stays as it was/),
    })
    expect((await admin().post(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it('when Azure refuses, and says so', async () => {
    const before = (await daniel().get(`/accounts/${account().id}/health`)).body
    const locked = { kind: 'status', status: 409, body: { error: { code: 'ScopeLocked', message: 'The scope is locked.' } } } as const
    app.simulator.faults.add({ service: 'arm', method: 'PATCH', path: 'tags', action: locked })
    expect((await daniel().post(path())).body).toMatchObject({ status: 502, message: expect.stringContaining('locked') })
    expect((await daniel().get(`/accounts/${account().id}/health`)).body).toEqual(before)
  })
})
