import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '../../server/app.ts'
import { type ApiKeyScope, scopes } from '../../server/auth/scopes.ts'
import type { Caller, TestApp, TestResponse } from '../app.ts'
import { openApp } from '../openApp.ts'
import type { Adversary, Target } from './attack.ts'

export async function openWorld(app: TestApp) {
  await createStateFunction(app)
  const replica = await buildApp(app.context)
  const listening = await openApp(app)
  return {
    app,
    replica,
    https: listening.https,
    async close() {
      await listening.close()
      await replica.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

export async function newPerson(app: TestApp, overrides: { employeeId?: string | null; roles?: string[] } = {}): Promise<string> {
  const id = randomUUID()
  const row = await app.db.selectFrom('people').selectAll().where('id', '=', app.persona('Tomasz').id).executeTakeFirstOrThrow()
  await app.db
    .insertInto('people')
    .values({
      ...row,
      id,
      display_name: `Person ${id.slice(0, 8)}`,
      email: `${id}@northgate.example`,
      user_principal_name: `${id}@northgate.example`,
      employee_id: overrides.employeeId ?? null,
      roles: overrides.roles ?? [],
    })
    .execute()
  return id
}

export async function createLinkedUser(app: TestApp, personId: string): Promise<string> {
  const { employee_id } = await app.db.selectFrom('people').select('employee_id').where('id', '=', personId).executeTakeFirstOrThrow()
  const employeeId = employee_id ?? `E${personId.slice(0, 12)}`
  if (!employee_id) await app.db.updateTable('people').set({ employee_id: employeeId }).where('id', '=', personId).execute()
  return newPerson(app, { employeeId })
}

const roleOf = async (app: TestApp, id: string) =>
  (await app.db.selectFrom('people').select('roles').where('id', '=', id).executeTakeFirstOrThrow()).roles

export function administrators(app: TestApp): Pick<Target, 'grant' | 'revoke'> {
  const assign = async (id: string, roles: string[]) =>
    void (await app.db.updateTable('people').set({ roles }).where('id', '=', id).execute())
  return { grant: (id) => assign(id, ['Slipway.Admin']), revoke: (id) => assign(id, []) }
}

export function accountOwners(app: TestApp, accountId: string): Pick<Target, 'grant' | 'revoke'> {
  return {
    grant: async (person_id) =>
      void (await app.db.insertInto('account_owners').values({ account_id: accountId, person_id, position: 9 }).execute()),
    revoke: async (person_id) =>
      void (await app.db.deleteFrom('account_owners').where('account_id', '=', accountId).where('person_id', '=', person_id).execute()),
  }
}

export function towerLeads(app: TestApp, towerId: string): Pick<Target, 'grant' | 'revoke'> {
  return {
    grant: async (person_id) =>
      void (await app.db.insertInto('tower_leads').values({ tower_id: towerId, person_id, position: 9 }).execute()),
    revoke: async (person_id) =>
      void (await app.db.deleteFrom('tower_leads').where('tower_id', '=', towerId).where('person_id', '=', person_id).execute()),
  }
}

export async function signedIn(app: TestApp, id: string, options: { strong?: boolean } = {}): Promise<Caller> {
  // The directory doesn’t know people created here, so a sync during a long test would remove their roles.
  await app.db.updateTable('directory_cursors').set({ updated_at: app.context.now() }).where('name', '=', 'appRoles').execute()
  const caller = app.as(id, await roleOf(app, id), options)
  await caller.get('/me')
  return caller
}

export async function signInAs(kind: Adversary, world: World, target: Target): Promise<{ caller: Caller; undo: () => Promise<void> }> {
  const { app } = world
  const noop = async () => {}
  switch (kind) {
    case 'requester':
      await target.grant(target.beneficiaryId)
      return { caller: await signedIn(app, target.beneficiaryId), undo: () => target.revoke(target.beneficiaryId) }
    case 'secondAccount': {
      const id = await createLinkedUser(app, target.beneficiaryId)
      await target.grant(id)
      return { caller: await signedIn(app, id), undo: () => target.revoke(id) }
    }
    case 'otherStage':
      return { caller: await signedIn(app, target.otherApproverId), undo: noop }
    case 'formerSeat': {
      const id = await newPerson(app)
      await target.grant(id)
      await target.revoke(id)
      return { caller: await signedIn(app, id), undo: noop }
    }
    case 'roleRevoked': {
      const id = await newPerson(app)
      await target.grant(id)
      const caller = await signedIn(app, id)
      await target.revoke(id)
      return { caller, undo: noop }
    }
    case 'disabled': {
      const id = await newPerson(app)
      await target.grant(id)
      const caller = await signedIn(app, id)
      await app.db.updateTable('people').set({ active: false }).where('id', '=', id).execute()
      return { caller, undo: () => target.revoke(id) }
    }
    case 'deputy': {
      const id = await newPerson(app)
      const delegation = uuidv7()
      const row = {
        person_id: target.beneficiaryId,
        delegate_id: id,
        starts_at: new Date(),
        ends_at: null,
        created_by: target.beneficiaryId,
      }
      await app.db
        .insertInto('delegations')
        .values({ ...row, id: delegation, status: 'live' })
        .execute()
      const undo = async () =>
        void (await app.db.updateTable('delegations').set({ status: 'ended' }).where('id', '=', delegation).execute())
      return { caller: await signedIn(app, id), undo }
    }
    case 'administrator':
      return { caller: await signedIn(app, await newPerson(app, { roles: ['Slipway.Admin'] })), undo: noop }
    case 'formerAdministrator': {
      const id = await newPerson(app, { roles: ['Slipway.Admin'] })
      const caller = await signedIn(app, id)
      await administrators(app).revoke(id)
      return { caller, undo: noop }
    }
    case 'auditor':
      return { caller: await signedIn(app, await newPerson(app, { roles: ['Slipway.Auditor'] })), undo: noop }
    case 'machine':
      return { caller: (await app.withKey(Object.keys(scopes) as ApiKeyScope[])).caller, undo: noop }
    case 'appOnlyToken':
      return { caller: await application(world), undo: noop }
    case 'signedOut':
      return { caller: app.as('anonymous'), undo: noop }
  }
}

async function application({ app, https }: World): Promise<Caller> {
  const oid = randomUUID()
  const token = await app.simulator.mintToken({
    oid,
    audience: 'api://slipway',
    claims: { idtyp: 'app', scp: undefined, sub: oid, roles: ['Slipway.Admin'] },
  })
  const send =
    (method: string) =>
    async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestResponse> => {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(`${https}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : text, headers: Object.fromEntries(response.headers) }
    }
  const caller: Caller = {
    get: (path, headers) => send('GET')(path, undefined, headers),
    head: (path, headers) => send('HEAD')(path, undefined, headers),
    post: send('POST'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    // One process is enough, because authentication settings are the same in every process.
    on: () => caller,
  }
  return caller
}

const callerTables = /^(audit_|sessions$|api_keys$|idempotency|schema_|denied|anonymous|refus)/

/** Returns the row count and the last change of each table. Equal values mean that nothing was written. */
export async function stateOf(app: TestApp): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; state: string }>`select * from test_state()`.execute(app.db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/**
 * Creates the function behind `stateOf`. PostgreSQL caches a function’s plan, and planning a query over all tables takes as long as running
 * it. Transaction IDs are converted to ages, because an age is a number and an ID is not.
 */
async function createStateFunction(app: TestApp): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(app.db)
  const countQueries = tables
    .filter(({ name }) => !callerTables.test(name))
    .map(
      ({ name }) =>
        sql`select ${sql.lit(name)}, count(*) || ' rows, change ' || coalesce(age('3'::xid) - min(age(xmin)), 0) from ${sql.table(name)}`,
    )
  await sql`
    create function test_state() returns table (name text, state text) language plpgsql as $$
      begin return query ${sql.join(countQueries, sql` union all `)}; end
    $$`.execute(app.db)
}

export const deniedEvents = async (app: TestApp): Promise<number> =>
  Number(
    (
      await app.db
        .selectFrom('audit_events')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('outcome', '<>', 'allowed')
        .executeTakeFirstOrThrow()
    ).count,
  )
