import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { Person } from './actor.ts'
import { type DirectoryRoles, rolesReadAt } from './session.ts'

/** Time for which roles from the directory are valid (decision 34). */
const maxAgeMs = 5 * 60_000
/** Roles are synced every minute. If a sync is late, the calls of administrators and auditors read the roles again after this time. */
const refreshAfterMs = 2 * 60_000
const retryDelayMs = 10_000
const deadlineMs = 3_000

type RolesContext = Pick<Context, 'db' | 'clients' | 'config' | 'now'>

export async function syncAppRoles({ db, clients, config, now }: RolesContext): Promise<void> {
  const at = now()
  const roles = await clients.graph.listAppRoles(config.oidc.clientId)
  const roleRows = [...roles].map(([personId, set]) => ({ person_id: personId, roles: [...set].sort() }))
  await inTransaction(db, async (tx) => {
    // If two reads run concurrently, the read that started later wins, even if it is written first.
    const { rows: newerReads } = await sql`
      insert into directory_cursors (name, link, updated_at) values ('appRoles', '', ${at})
      on conflict (name) do update set updated_at = excluded.updated_at where directory_cursors.updated_at < excluded.updated_at
      returning name`.execute(tx)
    if (newerReads.length === 0) return
    const { rows: changed } = await sql<{ id: string; before: string[]; after: string[] }>`
      with changed as (
        select p.id, p.roles as before, coalesce(h.roles, '{}') as after
        from people p left join jsonb_to_recordset(${JSON.stringify(roleRows)}::jsonb) as h (person_id uuid, roles text[]) on h.person_id = p.id
        where not (p.roles @> coalesce(h.roles, '{}') and p.roles <@ coalesce(h.roles, '{}'))
          -- A sign-in since then brought newer roles.
          and (p.roles_synced_at is null or p.roles_synced_at <= ${at})
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
        reason: 'The person’s app roles changed in the directory.',
      })),
    )
  })
}

/** `directoryRoles` has the directory's roles if they were already read for this call, which saves a query. */
type ConfirmRoles = (person: Person, directoryRoles?: DirectoryRoles) => Promise<Person>

/**
 * Removes roles that the credential claims and the directory does not confirm. Roles from the latest sync or sign-in are valid for five
 * minutes: if the directory is unavailable for longer, no person has a role.
 */
export function roleConfirmation(reader: RolesContext): ConfirmRoles {
  let currentRun: Promise<unknown> | undefined
  let waitPromise: Promise<unknown> | undefined
  let lastTriedAt: number | undefined

  /** All calls share the deadline of one attempt, so that only the first calls wait when the directory fails slowly. */
  async function refresh(): Promise<void> {
    const at = reader.now().getTime()
    if (!currentRun) {
      if (lastTriedAt !== undefined && Math.abs(at - lastTriedAt) < retryDelayMs) return
      lastTriedAt = at
      currentRun = syncAppRoles(reader)
        .catch(() => {})
        .finally(() => {
          currentRun = undefined
        })
      waitPromise = Promise.race([currentRun, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
    }
    await waitPromise
  }

  async function readRoles(personId: string): Promise<DirectoryRoles | undefined> {
    return reader.db
      .selectFrom('people')
      .select(['roles', rolesReadAt.as('readAt')])
      .where('id', '=', personId)
      .executeTakeFirst()
  }
  const ageOf = (cachedRoles: DirectoryRoles | undefined) =>
    cachedRoles?.readAt ? reader.now().getTime() - cachedRoles.readAt.getTime() : Number.POSITIVE_INFINITY

  return async (person, directoryRoles) => {
    if (!person.admin && !person.auditor) return person
    let cachedRoles = directoryRoles ?? (await readRoles(person.id))
    if (ageOf(cachedRoles) > refreshAfterMs) {
      await refresh()
      cachedRoles = await readRoles(person.id)
    }
    if (ageOf(cachedRoles) > maxAgeMs) return { ...person, admin: false, auditor: false, rolesUnconfirmed: true }
    const { roles = [] } = cachedRoles ?? {}
    return {
      ...person,
      admin: person.admin && roles.includes('Slipway.Admin'),
      auditor: person.auditor && roles.includes('Slipway.Auditor'),
    }
  }
}
