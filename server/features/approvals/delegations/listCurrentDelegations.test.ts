import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
const current = (...personaNames: string[]) =>
  delegations.as('Priya').get(`/delegations/current?personIds=${personaNames.map((each) => app.persona(each).id).join(',')}`)

describe('listCurrentDelegations', () => {
  it('shows every person the current absences and delegates, without the reason', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(day), reason: 'In hospital' })
    await delegations.set('Margaret', 'Samuel', { startsAt: delegations.at(day) })
    const response = await current('Ravi', 'Margaret', 'Ewa')
    expect(response.body).toEqual([
      {
        person: expect.objectContaining({ id: app.persona('Ravi').id }),
        delegate: expect.objectContaining({ id: app.persona('Ewa').id }),
        since: body.startsAt,
        until: body.endsAt,
      },
    ])
    expect(JSON.stringify(response.body)).not.toContain('hospital')
    clockOffsetMs = 2 * day
    expect((await current('Ravi')).body).toEqual([])
    clockOffsetMs = 0
  })

  roleSuite(
    'listCurrentDelegations',
    () => app,
    () => ({ path: `/delegations/current?personIds=${app.persona('Ravi').id}` }),
  )
  it('rejects a malformed list of people, and more than 50', async () => {
    for (const ids of ['', 'ravi', Array.from({ length: 51 }, () => app.persona('Ravi').id).join(',')])
      expect((await delegations.as('Priya').get(`/delegations/current?personIds=${ids}`)).status).toBe(400)
  })
})
