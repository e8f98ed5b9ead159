import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const end = (id: string, body: object, givenName = 'Niamh') =>
  app.as(app.persona(givenName).id).post(`/admin/users/${id}/endSessions`, body)

describe('endUserSessions', () => {
  it('ends one session, then all sessions and tokens issued until now, and records the reason', async () => {
    const { id } = app.persona('Tomasz')
    const [firstCaller, otherCaller] = [app.as(id), app.as(id)]
    await firstCaller.get('/me')
    const sessionId = (await otherCaller.get('/me/sessions')).body.find(({ current }: { current: boolean }) => !current).id
    expect((await end(id, { sessionId, reason: 'A laptop was lost.' })).body).toEqual({ ended: 1 })
    expect((await firstCaller.get('/me/sessions')).status).toBe(401)
    expect((await otherCaller.get('/me/sessions')).status).toBe(200)
    expect((await end(id, { reason: 'The laptop had more.' })).body).toEqual({ ended: 1 })
    expect((await otherCaller.get('/me/sessions')).status).toBe(401)
    const { tokens_valid_from } = await app.db
      .selectFrom('people')
      .select('tokens_valid_from')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(tokens_valid_from).not.toBeNull()
    const events = await app.db.selectFrom('audit_events').select('after').where('subject_id', '=', id).orderBy('id').execute()
    expect(events.map(({ after }) => after)).toMatchObject([
      { sessionsEnded: 1, sessionId, reason: 'A laptop was lost.' },
      { sessionsEnded: 1, reason: 'The laptop had more.' },
    ])
  })

  roleSuite(
    'endUserSessions',
    () => app,
    () => ({ path: `/admin/users/${app.persona('Priya').id}/endSessions`, body: { reason: 'Trying.' } }),
  )

  it('rejects a missing reason, an unknown person, and a session of another person', async () => {
    const ravi = app.as(app.persona('Ravi').id)
    const [otherSession] = (await ravi.get('/me/sessions')).body
    expect((await end(app.persona('Priya').id, { reason: '   ' })).status).toBe(400)
    expect((await end('00000000-0000-7000-8000-000000000001', { reason: 'Nobody.' })).status).toBe(404)
    expect((await end(app.persona('Priya').id, { sessionId: otherSession.id, reason: 'Not hers.' })).status).toBe(404)
    expect((await ravi.get('/me')).status).toBe(200)
  })
})
