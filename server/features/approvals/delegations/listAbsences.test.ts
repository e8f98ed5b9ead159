import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf, hour } from './delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
})
afterAll(() => app.close())

const awayByCalendar = (who: string, until: string | null, checked = 0) => {
  const at = app.context.now()
  const row = {
    person_id: they.id(who),
    wanted_at: at,
    due_at: at,
    checked_at: new Date(at.getTime() - checked),
    away: true,
    starts_at: null,
  }
  return app.db
    .insertInto('calendars')
    .values({ ...row, ends_at: until ? new Date(until) : null })
    .execute()
}

describe('listAbsences', () => {
  it('returns absences with source and pending approvals, people without a delegate first', async () => {
    const waiting = (await they.waiting('Ravi')).length
    await they.ask()
    await they.set('Ravi', 'Ewa', { reason: 'A holiday' })
    const body = { personId: they.id('Samuel'), delegateId: they.id('Tomasz'), startsAt: they.at(day), endsAt: they.at(2 * day) }
    await they.as('Niamh').post('/delegations', body)
    const until = they.at(3 * day)
    await awayByCalendar('Margaret', until)
    await awayByCalendar('Ravi', until)
    await awayByCalendar('Priya', they.at(-hour))
    await awayByCalendar('Daniel', null, 7 * hour)
    const { body: seen } = await they.as('Grace').get('/delegations/absences')
    expect([seen.message, seen.total]).toEqual([undefined, 3])
    expect(seen.items).toMatchObject([
      {
        person: { id: they.id('Margaret') },
        source: 'calendar',
        until,
        delegation: null,
        can: { nameSomebody: expect.stringMatching(/administrators/) },
      },
      {
        person: { id: they.id('Ravi') },
        source: 'own',
        waiting: waiting + 1,
        delegation: { delegate: { id: they.id('Ewa') }, reason: 'A holiday' },
      },
      {
        person: { id: they.id('Samuel') },
        source: 'administrator',
        delegation: { status: 'scheduled', createdBy: { id: they.id('Niamh') } },
      },
    ])
    const [uncovered] = (await they.as('Niamh').get('/delegations/absences')).body.items
    expect(uncovered.can).toMatchObject({ nameSomebody: true })
  })

  roleSuite(
    'listAbsences',
    () => app,
    () => ({ path: '/delegations/absences' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await they.as('Niamh').get('/delegations/absences?all=true')).status).toBe(400)
  })
})
