import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

const as = (givenName: string) => stuckRun.app.as(stuckRun.app.persona(givenName).id)

describe('getRun', () => {
  it('shows the response of the external service, the last completed step, and the possible actions', async () => {
    const { status, body } = await as('Niamh').get(`/work/${stuckRun.stuckAccount.runId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: kindTitles.buildAccount,
      status: 'failed',
      responses: {
        createSubscription: {
          service: 'Azure',
          code: 'subscriptionFailed',
          status: 400,
          requestId: 'b1f0',
          excerpt: expect.stringContaining('error'),
        },
      },
      checkpoint: { step: 'reserveNames', title: expect.any(String) },
      retryEffect: expect.stringContaining('9 steps'),
      rollbackSteps: expect.arrayContaining([expect.any(String)]),
      undoneBy: null,
      can: { retry: true, cancel: true },
    })
  })

  it('doesn’t offer actions to auditors', async () => {
    const { body } = await as('Grace').get(`/work/${stuckRun.stuckAccount.runId}`)
    expect([body.retryEffect, body.rollbackSteps]).toEqual([null, []])
  })

  it('hides the service’s response from requesters', async () => {
    const response = await as('Priya').get(`/account-requests/${stuckRun.stuckAccount.requestId}`)
    expect(JSON.stringify(response.body)).toContain('Azure could not create it.')
    expect(JSON.stringify(response.body)).not.toContain('b1f0')
  })

  roleSuite(
    'getRun',
    () => stuckRun.app,
    () => ({ path: `/work/${stuckRun.stuckAccount.runId}` }),
  )

  it('returns 404 for an unknown run', async () => {
    expect((await as('Niamh').get(`/work/${stuckRun.stuckAccount.requestId}`)).status).toBe(404)
    expect((await as('Niamh').get('/work/nothing')).status).toBe(400)
  })
})
