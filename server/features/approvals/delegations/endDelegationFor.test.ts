import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from './delegations.fixture.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
  id = (await delegations.set('Ravi', 'Ewa')).body.id
})
afterAll(() => app.close())
const end = (personaName: string, delegation: string, reason = 'She has changed teams.') =>
  delegations.as(personaName).post(`/delegations/${delegation}/end`, { reason })

describe('endDelegationFor', () => {
  roleSuite(
    'endDelegationFor',
    () => app,
    () => ({ path: `/delegations/${id}/end`, body: { reason: 'Because.' } }),
  )

  it('rejects a missing reason, and returns 404 for an unknown delegation', async () => {
    expect((await end('Niamh', id, '')).status).toBe(400)
    expect((await end('Niamh', randomUUID())).status).toBe(404)
    expect(await delegations.waiting('Ewa')).toBeDefined()
  })

  it('notifies both people with the reason, writes an audit event, and takes effect once', async () => {
    expect((await end('Niamh', id)).body).toMatchObject({ status: 'ended' })
    for (const personaName of ['Ravi', 'Ewa']) {
      const rows = await app.db
        .selectFrom('notifications')
        .select('body')
        .where('person_id', '=', delegations.id(personaName))
        .where('subject_id', '=', id)
        .execute()
      expect(rows.map(({ body }) => body)).toContainEqual(expect.stringMatching(/^Niamh Brennan .*“She has changed teams\.”$/))
    }
    const event = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('operation', '=', 'endDelegationFor')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event.after).toMatchObject({ status: 'ended', endReason: 'She has changed teams.' })
    expect((await end('Niamh', id)).body.code).toBe('wrongState')
  })
})
