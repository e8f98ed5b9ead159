import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'

let app: TestApp
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  for (const name of ['deployers', 'secrets', 'database', 'costs', 'readers'])
    ids[name] = (await groupRow(app, `az-checkout-basket-prod-${name}`)).id
  ids.foreign = (await groupRow(app, 'az-settle-refunds-prod-readers')).id
})
afterAll(() => app.close())

const reason = 'Whoever deploys must not read what the pipeline keeps secret.'
const add = (personaName: string, name: string, otherName: string, overrides: Record<string, unknown> = {}) =>
  app
    .as(app.persona(personaName).id)
    .post(`/account-access/groups/${ids[name]}/conflicts`, { groupId: ids[otherName], reason, ...overrides })
const rows = () => app.db.selectFrom('access_group_conflicts').selectAll().where('reason', '=', reason).execute()

describe('addGroupConflict', () => {
  it('lets an owner of both accounts add a rule once, in either order', async () => {
    const { status, body } = await add('Daniel', 'deployers', 'secrets')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      group: { name: 'az-checkout-basket-prod-secrets' },
      reason,
      addedBy: { displayName: 'Daniel Okoro' },
      inBoth: 0,
      can: { remove: true },
    })
    const [name, otherName] = [ids.deployers!, ids.secrets!].sort()
    expect(await rows()).toMatchObject([{ group_id: name, other_id: otherName, created_by: app.persona('Daniel').id }])
    const repeated = await add('Daniel', 'secrets', 'deployers')
    expect([repeated.status, repeated.body.code, (await rows()).length]).toEqual([409, 'conflict', 1])
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'addGroupConflict')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      subject_kind: 'accessGroup',
      subject_id: ids.deployers,
      after: { doesNotGoWith: { id: ids.secrets, reason } },
    })
  })

  it('lets an administrator add a rule for any groups, and counts the people in both', async () => {
    const person = app.persona('Priya').id
    for (const group of [ids.readers!, ids.foreign!])
      await app.db
        .insertInto('group_assignments')
        .values({
          id: crypto.randomUUID(),
          group_id: group,
          person_id: person,
          via: 'admin',
          status: 'active',
          ends_at: null,
          starts_at: new Date(),
        })
        .execute()
    const { status, body } = await add('Niamh', 'readers', 'foreign', { reason: 'Nobody sees both sides of a refund.' })
    expect([status, body.inBoth]).toEqual([201, 1])
  })

  it('adds one rule when fifty calls arrive concurrently', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? add('Daniel', 'database', 'costs') : add('Daniel', 'costs', 'database'))),
    )
    expect(
      responses
        .map(({ status }) => status)
        .sort()
        .slice(0, 2),
    ).toEqual([201, 409])
    expect((await rows()).filter((row) => [row.group_id, row.other_id].includes(ids.costs!))).toHaveLength(1)
  })

  roleSuite(
    'addGroupConflict',
    () => app,
    () => ({ path: `/account-access/groups/${ids.deployers}/conflicts`, body: { groupId: ids.database, reason } }),
  )

  it('denies an owner of only one of the accounts, and an auditor', async () => {
    const countBefore = (await rows()).length
    for (const personaName of ['Daniel', 'Grace']) {
      const { status, body } = await add(personaName, 'deployers', 'foreign')
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    expect((await rows()).length).toBe(countBefore)
  })

  it.each([
    { createdBy: 'me' },
    { created_at: '2020-01-01' },
    { reason: '  ' },
    { reason: 'no' },
    { reason: 'a'.repeat(401) },
    { groupId: 'x' },
  ])('rejects the body with %j', async (overrides) => {
    expect((await add('Niamh', 'deployers', 'database', overrides)).status).toBe(400)
  })

  it('rejects a group with itself, and returns 404 for an unknown group', async () => {
    const ownResponse = await add('Daniel', 'deployers', 'deployers')
    expect([ownResponse.status, ownResponse.body.errors[0].field]).toEqual([400, 'groupId'])
    expect((await add('Daniel', 'deployers', 'deployers', { groupId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  })
})
