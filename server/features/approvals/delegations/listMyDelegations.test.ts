import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'
import { delegationProblems } from './policy.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())

describe('listMyDelegations', () => {
  it('returns only delegations by or to the caller, ended ones last', async () => {
    const endedResponse = await delegations.set('Ravi', 'Samuel')
    await delegations.as('Ravi').delete(`/delegations/${endedResponse.body.id}`)
    const plannedResponse = await delegations.set('Ravi', 'Ewa', { startsAt: delegations.at(day) })
    const ownDelegations = (await delegations.as('Ravi').get('/me/delegations')).body
    expect(ownDelegations.mine.map((each: { id: string; status: string }) => [each.id, each.status])).toEqual([
      [plannedResponse.body.id, 'scheduled'],
      [endedResponse.body.id, 'ended'],
    ])
    expect(ownDelegations.delegating).toEqual([])
    const ewasDelegations = (await delegations.as('Ewa').get('/me/delegations')).body
    expect(ewasDelegations).toMatchObject({
      mine: [],
      delegating: [{ id: plannedResponse.body.id, can: { end: true, change: delegationProblems.toSelf } }],
    })
    expect((await delegations.as('Priya').get('/me/delegations')).body).toEqual({ mine: [], delegating: [] })
  })

  roleSuite(
    'listMyDelegations',
    () => app,
    () => ({ path: '/me/delegations' }),
  )
})
