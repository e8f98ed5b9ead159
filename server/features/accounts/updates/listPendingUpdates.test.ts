import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let the: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/updates/pending-approval`

describe('listPendingUpdates', () => {
  it('returns updates that wait for approvers or their requester, and no closed ones', async () => {
    const account = the.free(0)
    const first = await the.ask(account)
    await the.vote('Ravi', first, 'reject')
    const second = await the.ask(account)
    const mine = () => app.as(app.persona('Daniel').id).get(path(account))
    expect((await mine()).body).toMatchObject([{ id: second.id, waitingFor: 'Family owner', stage: 1 }])
    await the.vote('Ravi', second, 'requestChanges')
    expect((await mine()).body).toMatchObject([{ id: second.id, status: 'changes_requested', waitingFor: null, stage: null }])
  })

  roleSuite(
    'listPendingUpdates',
    () => app,
    () => ({ path: path(the.free(0)) }),
  )

  it('returns 404 for an unknown account', async () => {
    const answer = await app.as(app.persona('Daniel').id).get(path({ id: '00000000-0000-4000-8000-000000000000' }))
    expect([answer.status, answer.body.code]).toEqual([404, 'notFound'])
  })
})

describe('listPendingUpdates for an approver', () => {
  it('returns the changes of their open stage, not before or after', async () => {
    const account = the.free(1)
    const ravi = () => app.as(app.persona('Ravi').id).get(path(account))
    expect((await ravi()).status).toBe(401)
    const change = await the.ask(account)
    expect((await ravi()).body).toMatchObject([{ id: change.id }])
    expect((await app.as(app.persona('Priya').id).get(path(account))).body.code).toBe('unauthorised')
    await the.vote('Ravi', change, 'reject')
    expect((await ravi()).status).toBe(401)
  })
})
