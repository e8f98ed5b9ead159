import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf, hourMs } from './delegations.fixture.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())

const insertCalendarAbsence = (personaName: string, until: string | null, checked = 0) => {
  const time = app.context.now()
  const row = {
    person_id: delegations.id(personaName),
    requested_at: time,
    due_at: time,
    checked_at: new Date(time.getTime() - checked),
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
    const waitingCount = (await delegations.waiting('Ravi')).length
    await delegations.ask()
    await delegations.set('Ravi', 'Ewa', { reason: 'A holiday' })
    const body = {
      personId: delegations.id('Samuel'),
      delegateId: delegations.id('Tomasz'),
      startsAt: delegations.at(day),
      endsAt: delegations.at(2 * day),
    }
    await delegations.as('Niamh').post('/delegations', body)
    const until = delegations.at(3 * day)
    await insertCalendarAbsence('Margaret', until)
    await insertCalendarAbsence('Ravi', until)
    await insertCalendarAbsence('Priya', delegations.at(-hourMs))
    await insertCalendarAbsence('Daniel', null, 7 * hourMs)
    const { body: view } = await delegations.as('Grace').get('/delegations/absences')
    expect([view.message, view.total]).toEqual([undefined, 3])
    expect(view.items).toMatchObject([
      {
        person: { id: delegations.id('Margaret') },
        source: 'calendar',
        until,
        delegation: null,
        can: { nameSomebody: expect.stringMatching(/administrators/) },
      },
      {
        person: { id: delegations.id('Ravi') },
        source: 'own',
        waiting: waitingCount + 1,
        delegation: { delegate: { id: delegations.id('Ewa') }, reason: 'A holiday' },
      },
      {
        person: { id: delegations.id('Samuel') },
        source: 'administrator',
        delegation: { status: 'scheduled', createdBy: { id: delegations.id('Niamh') } },
      },
    ])
    const [uncoveredAbsence] = (await delegations.as('Niamh').get('/delegations/absences')).body.items
    expect(uncoveredAbsence.can).toMatchObject({ nameSomebody: true })
  })

  it('lists the person with the most pending decisions first, however many people are absent', async () => {
    const ravi = delegations.id('Ravi')
    await app.db.deleteFrom('delegations').where('person_id', '=', ravi).execute()
    const time = app.context.now()
    const absence = { requested_at: time, due_at: time, checked_at: time, away: true, ends_at: null }
    const others = await app.db
      .selectFrom('people')
      .select('id')
      .where('active', '=', true)
      .where('id', 'not in', (query) => query.selectFrom('calendars').select('person_id'))
      .where('id', 'not in', (query) => query.selectFrom('delegations').select('person_id'))
      .orderBy('id')
      .limit(200)
      .execute()
    await app.db
      .insertInto('calendars')
      .values(others.map(({ id }) => ({ ...absence, person_id: id, starts_at: null })))
      .execute()
    // Ravi's absence starts last, so the list would end with it if it weren't sorted by pending decisions.
    await app.db.updateTable('calendars').set({ starts_at: time }).where('person_id', '=', ravi).execute()
    const { body } = await delegations.as('Grace').get('/delegations/absences')
    expect([body.items.length, body.total]).toEqual([200, 203])
    const shown = body.items as { person: { id: string }; delegation: unknown; waiting: number }[]
    const counts = shown.filter(({ delegation }) => delegation === null).map(({ waiting }) => waiting)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(shown.find(({ person }) => person.id === ravi)?.waiting).toBeGreaterThan(0)
  })

  roleSuite(
    'listAbsences',
    () => app,
    () => ({ path: '/delegations/absences' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await delegations.as('Niamh').get('/delegations/absences?all=true')).status).toBe(400)
  })
})
