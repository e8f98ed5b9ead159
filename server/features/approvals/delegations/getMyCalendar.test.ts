import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { day, delegationsOf } from './delegations.fixture.ts'
import { formerDelegate } from './suggestions.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
const fetchCalendar = async (givenName: string) => (await delegations.as(givenName).get('/me/calendar')).body

describe('getMyCalendar', () => {
  it('returns the end of the absence and possible delegates, who are never absent', async () => {
    const earlierResponse = await delegations.set('Ravi', 'Ewa')
    await delegations.as('Ravi').delete(`/delegations/${earlierResponse.body.id}`)
    const time = app.context.now()
    const ends_at = new Date(time.getTime() + 3 * day)
    const row = {
      person_id: delegations.id('Ravi'),
      requested_at: time,
      due_at: time,
      checked_at: time,
      away: true,
      starts_at: time,
      ends_at,
    }
    await app.db.insertInto('calendars').values(row).execute()
    const view = await fetchCalendar('Ravi')
    expect(view).toMatchObject({ away: true, until: ends_at.toISOString() })
    expect(view.suggestions[0]).toMatchObject({ person: { id: delegations.id('Ewa') }, reason: formerDelegate })
    expect(view.suggestions.length).toBeGreaterThan(1)
    const ids = view.suggestions.map(({ person }: { person: { id: string } }) => person.id)
    expect(ids).not.toContain(delegations.id('Ravi'))
    await delegations.set('Ewa', 'Margaret', { startsAt: delegations.at(2 * day) })
    expect((await fetchCalendar('Ravi')).suggestions.map(({ person }: { person: { id: string } }) => person.id)).not.toContain(
      delegations.id('Ewa'),
    )
    const selectedId = view.suggestions[1].person.id
    await delegations.as('Ravi').post('/me/delegations', { delegateId: selectedId, endsAt: view.until })
    expect(await fetchCalendar('Ravi')).toEqual({ away: false, since: null, until: null, checkedAt: null, suggestions: [] })
  })

  it('returns nothing for a person who is present', async () => {
    expect(await fetchCalendar('Priya')).toMatchObject({ away: false, suggestions: [] })
  })

  roleSuite(
    'getMyCalendar',
    () => app,
    () => ({ path: '/me/calendar' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await delegations.as('Ravi').get('/me/calendar?of=Ewa')).status).toBe(400)
  })
})
