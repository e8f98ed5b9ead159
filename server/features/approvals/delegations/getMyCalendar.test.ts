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
const mine = async (who: string) => (await they.as(who).get('/me/calendar')).body

describe('getMyCalendar', () => {
  it('returns the end of the absence and possible delegates, never absent people', async () => {
    const earlier = await they.set('Ravi', 'Ewa')
    await they.as('Ravi').delete(`/delegations/${earlier.body.id}`)
    const at = app.context.now()
    const ends_at = new Date(at.getTime() + 3 * day)
    const row = { person_id: they.id('Ravi'), wanted_at: at, due_at: at, checked_at: at, away: true, starts_at: at, ends_at }
    await app.db.insertInto('calendars').values(row).execute()
    const seen = await mine('Ravi')
    expect(seen).toMatchObject({ away: true, until: ends_at.toISOString() })
    expect(seen.suggestions[0]).toMatchObject({ person: { id: they.id('Ewa') }, why: 'stood in for you before' })
    expect(seen.suggestions.length).toBeGreaterThan(1)
    const ids = seen.suggestions.map(({ person }: { person: { id: string } }) => person.id)
    expect(ids).not.toContain(they.id('Ravi'))
    await they.set('Ewa', 'Margaret', { startsAt: they.at(2 * day) })
    expect((await mine('Ravi')).suggestions.map(({ person }: { person: { id: string } }) => person.id)).not.toContain(they.id('Ewa'))
    const chosen = seen.suggestions[1].person.id
    await they.as('Ravi').post('/me/delegations', { delegateId: chosen, endsAt: seen.until })
    expect(await mine('Ravi')).toEqual({ away: false, since: null, until: null, checkedAt: null, suggestions: [] })
  })

  it('returns nothing for a person who is present', async () => {
    expect(await mine('Priya')).toMatchObject({ away: false, suggestions: [] })
  })

  roleSuite(
    'getMyCalendar',
    () => app,
    () => ({ path: '/me/calendar' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await they.as('Ravi').get('/me/calendar?of=Ewa')).status).toBe(400)
  })
})
