import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
})
afterAll(() => app.close())

describe('listDelegations', () => {
  it('returns live and planned delegations, or one status, to administrators and auditors', async () => {
    const live = (await they.set('Ravi', 'Ewa')).body.id
    const planned = (await they.set('Margaret', 'Samuel', { startsAt: they.at(day) })).body.id
    const ids = async (who: string, query = '') =>
      (await they.as(who).get(`/delegations${query}`)).body.map((each: { id: string }) => each.id)
    expect(await ids('Niamh')).toEqual([planned, live])
    expect(await ids('Grace', '?status=live')).toEqual([live])
    expect(await ids('Grace', '?status=ended')).toEqual([])
    expect((await they.as('Grace').get('/delegations')).body[0].can.end).toMatch(/^Only the two people/)
    expect((await they.as('Niamh').get('/delegations?status=none')).status).toBe(400)
  })

  roleSuite(
    'listDelegations',
    () => app,
    () => ({ path: '/delegations' }),
  )
  it('denies a general user', async () => {
    expect((await they.as('Priya').get('/delegations')).status).toBe(403)
  })
})
