import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { Person } from './actor.ts'
import { type DirectoryRoles, rolesReadAt } from './session.ts'

/** How long the directory's roles are valid (decision 34). */
const maxAgeMs = 5 * 60_000
/** Roles are synced each minute; if a sync is late, calls of administrators and auditors refresh them. */
const refreshAfterMs = 2 * 60_000
const retryDelayMs = 10_000
const deadlineMs = 3_000

type Reading = Pick<Context, 'db' | 'clients' | 'config' | 'now'>

export async function syncAppRoles({ db, clients, config, now }: Reading): Promise<void> {
  const at = now()
  const roles = await clients.graph.listAppRoles(config.oidc.clientId)
  const held = [...roles].map(([personId, set]) => ({ person_id: personId, roles: [...set].sort() }))
  await inTransaction(db, async (tx) => {
    // The later of two concurrent reads wins, whichever is written last.
    const { rows: later } = await sql`
      insert into directory_cursors (name, link, updated_at) values ('appRoles', '', ${at})
      on conflict (name) do update set updated_at = excluded.updated_at where directory_cursors.updated_at < excluded.updated_at
      returning name`.execute(tx)
    if (later.length === 0) return
    const { rows: changed } = await sql<{ id: string; before: string[]; after: string[] }>`
      with changed as (
        select p.id, p.roles as before, coalesce(h.roles, '{}') as after
        from people p left join jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (person_id uuid, roles text[]) on h.person_id = p.id
        where not (p.roles @> coalesce(h.roles, '{}') and p.roles <@ coalesce(h.roles, '{}'))
          -- Whoever signed in since brought newer roles along.
          and (p.roles_at is null or p.roles_at <= ${at})
        order by p.id for update of p)
      update people p set roles = c.after, updated_at = ${at} from changed c where c.id = p.id returning p.id, c.before, c.after`.execute(
      tx,
    )
    await recordSystemEvent(
      tx,
      ...changed.map(({ id, before, after }) => ({
        action: 'rolesChanged' as const,
        subject: { kind: 'person', id },
        before: { roles: before },
        after: { roles: after },
        reason: 'The directory assigns other app roles to this person.',
      })),
    )
  })
}

/** `found` saves a query if the directory's roles were read for this call. */
export type ConfirmRoles = (person: Person, found?: DirectoryRoles) => Promise<Person>

/**
 * Removes roles that the credential claims and the directory does not confirm. Roles from the latest sync or sign-in are valid for five
 * minutes: if the directory is unavailable for longer, no person has a role.
 */
export function roleConfirmation(reading: Reading): ConfirmRoles {
  let running: Promise<unknown> | undefined
  let waited: Promise<unknown> | undefined
  let triedAt: number | undefined

  /** All calls share the deadline of an attempt: while the directory fails slowly, only the first ones wait. */
  async function refresh(): Promise<void> {
    const at = reading.now().getTime()
    if (!running) {
      if (triedAt !== undefined && Math.abs(at - triedAt) < retryDelayMs) return
      triedAt = at
      running = syncAppRoles(reading)
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
      waited = Promise.race([running, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
    }
    await waited
  }

  async function read(personId: string): Promise<DirectoryRoles | undefined> {
    return reading.db
      .selectFrom('people')
      .select(['roles', rolesReadAt.as('readAt')])
      .where('id', '=', personId)
      .executeTakeFirst()
  }
  const ageOf = (known: DirectoryRoles | undefined) =>
    known?.readAt ? reading.now().getTime() - known.readAt.getTime() : Number.POSITIVE_INFINITY

  return async (person, found) => {
    if (!person.admin && !person.auditor) return person
    let known = found ?? (await read(person.id))
    if (ageOf(known) > refreshAfterMs) {
      await refresh()
      known = await read(person.id)
    }
    if (ageOf(known) > maxAgeMs) return { ...person, admin: false, auditor: false, rolesUnconfirmed: true }
    const { roles = [] } = known ?? {}
    return {
      ...person,
      admin: person.admin && roles.includes('Slipway.Admin'),
      auditor: person.auditor && roles.includes('Slipway.Auditor'),
    }
  }
}
