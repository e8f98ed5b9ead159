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

describe('listMyDelegations', () => {
  it('returns only delegations by or to the caller, ended ones last', async () => {
    const over = await they.set('Ravi', 'Samuel')
    await they.as('Ravi').delete(`/delegations/${over.body.id}`)
    const planned = await they.set('Ravi', 'Ewa', { startsAt: they.at(day) })
    const mine = (await they.as('Ravi').get('/me/delegations')).body
    expect(mine.mine.map((each: { id: string; status: string }) => [each.id, each.status])).toEqual([
      [planned.body.id, 'scheduled'],
      [over.body.id, 'ended'],
    ])
    expect(mine.delegating).toEqual([])
    const ewas = (await they.as('Ewa').get('/me/delegations')).body
    expect(ewas).toMatchObject({
      mine: [],
      delegating: [
        { id: planned.body.id, can: { end: true, change: expect.stringMatching(/^You can't change a delegation to yourself/) } },
      ],
    })
    expect((await they.as('Priya').get('/me/delegations')).body).toEqual({ mine: [], delegating: [] })
  })

  roleSuite(
    'listMyDelegations',
    () => app,
    () => ({ path: '/me/delegations' }),
  )
})
