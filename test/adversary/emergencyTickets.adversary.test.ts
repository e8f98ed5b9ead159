import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiKeyScope, scopes } from '../../server/auth/scopes.ts'
import { type Db, inTransaction } from '../../server/db/database.ts'
import { checkInvariants, invariants } from '../../server/db/invariants.ts'
import {
  accountOf,
  clientOf,
  commerceProfile,
  emergencyRow,
  notificationKeys,
  requestBody,
} from '../../server/features/access/emergency/emergency.fixture.ts'
import { addPerson } from '../../simulator/core/directory.ts'
import { startTestApp, type TestApp, type TestResponse } from '../app.ts'
import { until } from '../until.ts'
import { createLinkedUser, newPerson, signedIn } from './world.ts'

/**
 * Attempts to misuse emergency access with a ticket. Emergency access needs no ticket, because ServiceNow can be affected by the emergency.
 * A ticket that can’t be checked at the start is checked later: a wrong ticket is never written to, and the people who review the access
 * are notified. `grantEmergencyRole.test.ts` has the attempts of people who lose the permission between the call and the role.
 */

let app: TestApp
let onCallGroup: string
beforeAll(async () => {
  app = await startTestApp()
  // The tests use the synced copy of the group when the directory is slow, so the copy must be fresh.
  await app.db.updateTable('directory_groups').set({ checked_at: new Date() }).execute()
  const profile = app.db.selectFrom('emergency_profiles').select('directory_group_id').where('id', '=', commerceProfile)
  onCallGroup = (await profile.executeTakeFirstOrThrow()).directory_group_id
})
afterAll(() => app.close())

const down = { kind: 'status', status: 200, body: '<html>Asleep</html>', headers: { 'content-type': 'text/html' } } as const
const path = (n: number) => `/accounts/${accountOf(app, n).id}/emergency-access`
const start = (n: number, overrides: Record<string, unknown> = {}, caller = clientOf(app, 'Priya')) =>
  caller.post(path(n), requestBody(overrides))

async function addOnCall(id: string): Promise<void> {
  addPerson(app.simulator, { ...app.persona('Tomasz'), id })
  await app.context.clients.graph.addGroupMember(onCallGroup, id)
}
async function ticketOf(n: number, correlationId = crypto.randomUUID()) {
  const { servicenow } = app.context.clients
  const item = await servicenow.getByCorrelationId(accountOf(app, n).id)
  return servicenow.openIncident({ correlationId, title: 'Slow', description: '', itemSysId: item!.sys_id, impact: 2, urgency: 2 })
}

const externalWrites = () =>
  app.simulator.exchanges.list().filter(({ service, method }) => (service === 'arm' || service === 'servicenow') && method !== 'GET').length
const notesOn = ({ sys_id }: { sys_id: string }) =>
  app.simulator.exchanges.list().filter(({ method, path }) => method === 'PATCH' && path.includes(sys_id)).length
const starts = (n: number) =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome', 'reason'])
    .where('operation', '=', 'startEmergencyAccess')
    .where('subject_id', '=', accountOf(app, n).id)
    .orderBy('id')
    .execute()
const rows = (n: number) => app.db.selectFrom('emergency_accesses').select('id').where('account_id', '=', accountOf(app, n).id).execute()

async function expectRejection(n: number, call: () => Promise<TestResponse>, expected: [number, string], outcome: 'denied' | 'failed') {
  await app.drain()
  const before = { rows: await rows(n), events: await starts(n), writes: externalWrites() }
  const response = await call()
  expect([response.status, response.body.code]).toEqual(expected)
  expect([await rows(n), externalWrites()]).toEqual([before.rows, before.writes])
  expect((await starts(n)).slice(before.events.length).map((event) => event.outcome)).toEqual([outcome])
}

async function startWhileDown(n: number, incident: string) {
  const fault = app.simulator.faults.add({ service: 'servicenow', action: down })
  const response = await start(n, { incident })
  expect(response.status).toBe(201)
  await until(async () => (await emergencyRow(app, response.body.id)).status === 'active')
  app.simulator.faults.remove(fault)
  await app.drain()
  return emergencyRow(app, response.body.id)
}
const rejectedTickets = async (n: number) =>
  (
    await app.db
      .selectFrom('audit_events')
      .select(['outcome', 'after'])
      .where('operation', '=', 'emergencyTicketRejected')
      .where('subject_id', '=', accountOf(app, n).id)
      .execute()
  ).map(({ outcome, after }) => [outcome, (after as { emergencyAccess: { ticket: string } }).emergencyAccess.ticket])

describe('a caller who isn’t on call', () => {
  it('is denied with a valid ticket, even while ServiceNow is down', async () => {
    const { number } = await ticketOf(0)
    const outsider = await signedIn(app, await newPerson(app))
    await expectRejection(0, () => start(0, { incident: number }, outsider), [403, 'forbidden'], 'denied')
    const fault = app.simulator.faults.add({ service: 'servicenow', action: down })
    await expectRejection(0, () => start(0, { incident: number }, outsider), [403, 'forbidden'], 'denied')
    app.simulator.faults.remove(fault)
  })

  it('is denied with an API key that has every scope', async () => {
    const { caller } = await app.withKey(Object.keys(scopes) as ApiKeyScope[])
    const { number } = await ticketOf(0)
    await expectRejection(0, () => start(0, { incident: number }, caller), [403, 'forbidden'], 'denied')
  })

  it('is denied with another user account of a person on call', async () => {
    const { number } = await ticketOf(0)
    const linked = await signedIn(app, await createLinkedUser(app, app.persona('Priya').id))
    await expectRejection(0, () => start(0, { incident: number }, linked), [403, 'forbidden'], 'denied')
  })
})

describe('an unsuitable ticket', () => {
  it('is rejected if it belongs to another account or is closed', async () => {
    const foreign = await ticketOf(2)
    await expectRejection(1, () => start(1, { incident: foreign.number }), [400, 'invalidRequest'], 'failed')
    const closed = await ticketOf(1)
    await app.context.clients.servicenow.closeIncident(closed.sys_id, 'Fixed.')
    await expectRejection(1, () => start(1, { incident: closed.number }), [400, 'invalidRequest'], 'failed')
  })

  it.each([
    ['of another account', async () => ticketOf(5), 3],
    [
      'that was closed',
      async () => {
        const ticket = await ticketOf(4)
        await app.context.clients.servicenow.closeIncident(ticket.sys_id, 'Fixed.')
        return ticket
      },
      4,
    ],
  ] as const)('%s, named while ServiceNow is down, is never written to, and the reviewers are notified', async (_, ticketFor, n) => {
    const ticket = await ticketFor()
    const notes = notesOn(ticket)
    const row = await startWhileDown(n, ticket.number)
    expect(row).toMatchObject({ status: 'active', incident_opened: true })
    expect([row.incident_number === ticket.number, notesOn(ticket)]).toEqual([false, notes])
    expect(await rejectedTickets(n)).toEqual([['failed', ticket.number]])
    for (const name of ['Priya', 'Daniel']) expect(await notificationKeys(app, name, row.id)).toContain('ticketRejected')
  })
})

describe('a ticket that is used twice', () => {
  it('starts one access, if the same person sends it twice concurrently', async () => {
    const { number } = await ticketOf(6)
    const responses = await Promise.all([start(6, { incident: number }), start(6, { incident: number })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await rows(6)).toHaveLength(1)
    expect((await starts(6)).map(({ outcome }) => outcome).toSorted()).toEqual(['allowed', 'failed'])
  })

  it('starts one access, if a person on call sends it with two user accounts concurrently', async () => {
    const { number } = await ticketOf(7)
    const linkedId = await createLinkedUser(app, app.persona('Priya').id)
    await addOnCall(linkedId)
    const linked = await signedIn(app, linkedId)
    const responses = await Promise.all([start(7, { incident: number }), start(7, { incident: number }, linked)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await rows(7)).toHaveLength(1)
    await expectRejection(7, () => start(7, { incident: number }, linked), [409, 'wrongState'], 'failed')

    const copyRow = (db: Db) =>
      sql`
      insert into emergency_accesses
      select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'assignment_name', gen_random_uuid(), 'reference', 'EMG-2',
        'person_id', case when e.person_id = ${linkedId} then ${app.persona('Priya').id} else ${linkedId} end))).*
      from emergency_accesses e where e.account_id = ${accountOf(app, 7).id}`.execute(db)
    await expect(copyRow(app.db)).rejects.toMatchObject({ constraint: 'emergency_accesses_one_open' })
    const undone = new Error('undone')
    await expect(
      inTransaction(app.db, async (db) => {
        await sql`set local session_replication_role = replica`.execute(db)
        await copyRow(db)
        const rule = invariants.filter(({ name }) => name === 'emergency-access-is-one-per-person')
        expect((await checkInvariants(db, rule)).map(({ rows }) => rows.length)).toEqual([1])
        throw undone
      }),
    ).rejects.toBe(undone)
  })

  it('can be named by two people on call, who work on the same incident, with one note for each', async () => {
    const ticket = await ticketOf(8)
    const secondId = await newPerson(app)
    await addOnCall(secondId)
    const responses = [
      await start(8, { incident: ticket.number }),
      await start(8, { incident: ticket.number }, await signedIn(app, secondId)),
    ]
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    await app.drain()
    expect(notesOn(ticket)).toBe(2)
    expect((await starts(8)).map(({ outcome }) => outcome)).toEqual(['allowed', 'allowed'])
  })
})
