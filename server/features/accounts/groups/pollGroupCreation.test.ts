import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { createGroup } from './create/steps.ts'
import { accountOf, groupRow, newGroup, waitForRunEnd } from './groups.fixture.ts'

let app: TestApp
let jobId: string
beforeAll(async () => {
  app = await startTestApp()
  jobId = (await as('Daniel').post(`/accounts/${accountOf(app, 0).id}/groups`, newGroup('polled'))).body.jobId
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const path = (n: number, job = jobId) => `/accounts/${accountOf(app, n).id}/pollGroupCreation?jobId=${job}`

describe('pollGroupCreation', () => {
  it('returns the status of each step, and the group once it is created', async () => {
    const firstResponse = await as('Daniel').get(path(0))
    expect(firstResponse.status).toBe(200)
    expect(firstResponse.body.steps.map(({ name }: { name: string }) => name)).toEqual([
      'createGroup',
      'verifyGroup',
      'setOwners',
      'assignGroupRoles',
      'verifyRoles',
    ])
    expect(await waitForRunEnd(app, jobId)).toBe('succeeded')
    const lastStatus = (await as('Daniel').get(path(0))).body
    expect(lastStatus).toMatchObject({
      jobId,
      status: 'succeeded',
      reason: null,
      group: { name: `az-${accountOf(app, 0).name}-polled`, status: 'ready' },
    })
    expect(new Set(lastStatus.steps.map(({ status }: { status: string }) => status))).toEqual(new Set(['succeeded']))
  })

  it('explains why the creation failed and what to do', async () => {
    const account = accountOf(app, 1)
    const action = {
      kind: 'status',
      status: 403,
      body: { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } },
    } as const
    const fault = app.simulator.faults.add({ service: 'graph', method: 'PATCH', path: '/groups\\(uniqueName', action })
    const job = (await as('Daniel').post(`/accounts/${account.id}/groups`, newGroup('denied'))).body.jobId
    expect(await waitForRunEnd(app, job)).toBe('failed')
    app.simulator.faults.remove(fault)
    const response = (await as('Daniel').get(path(1, job))).body
    expect(response).toMatchObject({ status: 'failed', group: null })
    expect(response.reason).toContain(createGroup.title)
    expect((await groupRow(app, `az-${account.name}-denied`)).status).toBe('failed')
    expect((await as('Niamh').post(`/work/${job}/steps/createGroup/retry`)).status).toBe(200)
    expect(await waitForRunEnd(app, job)).toBe('succeeded')
    expect((await as('Daniel').get(path(1, job))).body).toMatchObject({ status: 'succeeded', group: { status: 'ready' } })
  })

  roleSuite(
    'pollGroupCreation',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns 404 for a job of another account, of a different kind, or without a record', async () => {
    expect((await as('Niamh').get(path(2))).status).toBe(404)
    expect((await as('Niamh').get(path(0, '00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it('rejects a missing job ID', async () => {
    expect((await as('Niamh').get(`/accounts/${accountOf(app, 0).id}/pollGroupCreation`)).status).toBe(400)
    expect((await as('Niamh').get(path(0, 'x'))).status).toBe(400)
  })
})
