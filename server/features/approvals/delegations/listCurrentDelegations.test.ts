import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
let later = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
  they = delegationsOf(app)
})
afterAll(() => app.close())
const current = (...who: string[]) =>
  they.as('Priya').get(`/delegations/current?personIds=${who.map((each) => app.persona(each).id).join(',')}`)

describe('listCurrentDelegations', () => {
  it('shows every person the current absences and delegates, without the reason', async () => {
    const { body } = await they.set('Ravi', 'Ewa', { endsAt: they.at(day), reason: 'In hospital' })
    await they.set('Margaret', 'Samuel', { startsAt: they.at(day) })
    const answer = await current('Ravi', 'Margaret', 'Ewa')
    expect(answer.body).toEqual([
      {
        person: expect.objectContaining({ id: app.persona('Ravi').id }),
        delegate: expect.objectContaining({ id: app.persona('Ewa').id }),
        since: body.startsAt,
        until: body.endsAt,
      },
    ])
    expect(JSON.stringify(answer.body)).not.toContain('hospital')
    later = 2 * day
    expect((await current('Ravi')).body).toEqual([])
    later = 0
  })

  roleSuite(
    'listCurrentDelegations',
    () => app,
    () => ({ path: `/delegations/current?personIds=${app.persona('Ravi').id}` }),
  )
  it('rejects a malformed list of people, and more than 50', async () => {
    for (const ids of ['', 'ravi', Array.from({ length: 51 }, () => app.persona('Ravi').id).join(',')])
      expect((await they.as('Priya').get(`/delegations/current?personIds=${ids}`)).status).toBe(400)
  })
})
