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

describe('listDelegations', () => {
  it('returns live and planned delegations, or one status, to administrators and auditors', async () => {
    const liveDelegationId = (await delegations.set('Ravi', 'Ewa')).body.id
    const plannedId = (await delegations.set('Margaret', 'Samuel', { startsAt: delegations.at(day) })).body.id
    const ids = async (personaName: string, query = '') =>
      (await delegations.as(personaName).get(`/delegations${query}`)).body.map((each: { id: string }) => each.id)
    expect(await ids('Niamh')).toEqual([plannedId, liveDelegationId])
    expect(await ids('Grace', '?status=live')).toEqual([liveDelegationId])
    expect(await ids('Grace', '?status=ended')).toEqual([])
    expect((await delegations.as('Grace').get('/delegations')).body[0].can.end).toBe(delegationProblems.end)
    expect((await delegations.as('Niamh').get('/delegations?status=none')).status).toBe(400)
  })

  roleSuite(
    'listDelegations',
    () => app,
    () => ({ path: '/delegations' }),
  )
  it('denies a general user', async () => {
    expect((await delegations.as('Priya').get('/delegations')).status).toBe(403)
  })
})
