import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/updates/pending-approval`

describe('listPendingUpdates', () => {
  it('returns updates that wait for approvers or their requester, but not closed ones', async () => {
    const account = updates.loadFree(0)
    const firstUpdate = await updates.ask(account)
    await updates.vote('Ravi', firstUpdate, 'reject')
    const secondUpdate = await updates.ask(account)
    const fetchPendingUpdates = () => app.as(app.persona('Daniel').id).get(path(account))
    expect((await fetchPendingUpdates()).body).toMatchObject([{ id: secondUpdate.id, waitingFor: 'Family owner', stage: 1 }])
    await updates.vote('Ravi', secondUpdate, 'requestChanges')
    expect((await fetchPendingUpdates()).body).toMatchObject([
      { id: secondUpdate.id, status: 'changes_requested', waitingFor: null, stage: null },
    ])
  })

  roleSuite(
    'listPendingUpdates',
    () => app,
    () => ({ path: path(updates.loadFree(0)) }),
  )

  it('returns 404 for an unknown account', async () => {
    const response = await app.as(app.persona('Daniel').id).get(path({ id: '00000000-0000-4000-8000-000000000000' }))
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
  })
})

describe('listPendingUpdates for an approver', () => {
  it('returns changes only while the approver’s stage is open', async () => {
    const account = updates.loadFree(1)
    const ravi = () => app.as(app.persona('Ravi').id).get(path(account))
    expect((await ravi()).status).toBe(401)
    const change = await updates.ask(account)
    expect((await ravi()).body).toMatchObject([{ id: change.id }])
    expect((await app.as(app.persona('Priya').id).get(path(account))).body.code).toBe('unauthorised')
    await updates.vote('Ravi', change, 'reject')
    expect((await ravi()).status).toBe(401)
  })
})
