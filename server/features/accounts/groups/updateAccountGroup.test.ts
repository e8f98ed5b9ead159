import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, groupRow } from './groups.fixture.ts'
import { requestProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const nameOf = (n: number, suffix = 'readers') => `az-${accountOf(app, n).name}-${suffix}`
async function updateGroup(personaName: string, n: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const group = await groupRow(app, nameOf(n))
  return app.as(app.persona(personaName).id).patch(`/accounts/${accountOf(app, n).id}/groups/${group.id}`, body, headers)
}

describe('updateAccountGroup', () => {
  it('changes the fields that owners can change, so that the search finds the group by them immediately', async () => {
    const body = { description: '  For the Friday rehearsal crew. ', requestable: false, maxDurationHours: 72 }
    const response = await updateGroup('Daniel', 0, body, { 'if-match': '"1"' })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      name: nameOf(0),
      description: 'For the Friday rehearsal crew.',
      requestable: false,
      maxDurationHours: 72,
      version: 2,
      note: null,
    })
    expect(await groupRow(app, nameOf(0))).toMatchObject({ requestable: false, max_duration_hours: 72, version: 2 })
    const searchResponse = await app.as(app.persona('Priya').id).get('/account-access/groups/adv?search=friday%20rehearsal%20crew')
    expect(searchResponse.body.items[0]).toMatchObject({
      name: nameOf(0),
      can: { request: requestProblems.notRequestable },
    })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'updateAccountGroup')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      subject_id: accountOf(app, 0).id,
      before: { accessGroup: { requestable: true, maxDurationHours: null } },
      after: { accessGroup: { requestable: false, maxDurationHours: 72 } },
    })
  })

  it('keeps current assignments when the maximum duration is lowered, and returns the number of longer ones', async () => {
    const group = await groupRow(app, nameOf(1))
    const ends = [null, new Date(Date.now() + 90 * 86_400_000), new Date(Date.now() + 3_600_000)]
    const people = ['Priya', 'Tomasz', 'Ravi'].map((personaName) => app.persona(personaName).id)
    for (const [index, ends_at] of ends.entries())
      await app.db
        .insertInto('group_assignments')
        .values({
          id: randomUUID(),
          group_id: group.id,
          person_id: people[index]!,
          via: 'admin',
          status: 'active',
          starts_at: new Date(),
          ends_at,
        })
        .execute()
    const response = await updateGroup('Daniel', 1, { maxDurationHours: 24 })
    expect(response.body.note).toMatch(/^2 /)
    const stored = await app.db.selectFrom('group_assignments').select(['ends_at', 'status']).where('group_id', '=', group.id).execute()
    expect(stored.map(({ ends_at }) => ends_at?.getTime() ?? null).sort()).toEqual(ends.map((each) => each?.getTime() ?? null).sort())
    expect((await updateGroup('Daniel', 1, { maxDurationHours: null })).body).toMatchObject({ maxDurationHours: null, note: null })
  })

  roleSuite(
    'updateAccountGroup',
    () => app,
    async () => ({
      path: `/accounts/${accountOf(app, 2).id}/groups/${(await groupRow(app, nameOf(2))).id}`,
      body: { description: 'Mine now.' },
    }),
  )

  it('denies an auditor, and returns 404 for a group in the wrong account', async () => {
    expect((await updateGroup('Grace', 2, { requestable: false })).status).toBe(403)
    const group = await groupRow(app, nameOf(2))
    const response = await app
      .as(app.persona('Niamh').id)
      .patch(`/accounts/${accountOf(app, 3).id}/groups/${group.id}`, { requestable: false })
    expect(response.status).toBe(404)
    expect((await groupRow(app, nameOf(2))).version).toBe(1)
  })

  it.each([
    {},
    { status: 'deleted' },
    { name: 'az-other' },
    { roles: [] },
    { breadth: 0 },
    { abilities: [] },
    { maxDurationHours: 0 },
    { maxDurationHours: 8_761 },
    { description: 'a'.repeat(401) },
    { description: 'line\u0007' },
    { requestable: 'yes' },
  ])('rejects the body %j', async (body) => {
    expect((await updateGroup('Daniel', 2, body)).status).toBe(400)
    expect((await groupRow(app, nameOf(2))).version).toBe(1)
  })

  it('returns 412 for an old version, and for 19 of 20 parallel changes', async () => {
    expect((await updateGroup('Daniel', 4, { requestable: false }, { 'if-match': '"9"' })).status).toBe(412)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => updateGroup('Daniel', 4, { description: `Number ${n}` }, { 'if-match': '"1"' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
  })

  it('returns 409 for a group that is being deleted', async () => {
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('name', '=', nameOf(5)).execute()
    const response = await updateGroup('Daniel', 5, { requestable: false })
    expect([response.status, response.body.code]).toEqual([409, 'wrongState'])
  })
})
