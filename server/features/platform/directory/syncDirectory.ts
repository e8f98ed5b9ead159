import { sql } from 'kysely'
import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Config } from '../../../config.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { storeGroupMembers } from '../../../people/storeGroupMembers.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { lockForChange, type PersonInDepartment, recordDepartmentTransfers } from '../../accounts/ownership/departmentTransfers.ts'
import { upsertFallbackGroup } from '../../accounts/ownership/fallbackGroup.ts'
import { reconcileOwnership } from '../../accounts/ownership/reconcileOwnership.ts'
import { syncManagers } from '../../accounts/ownership/syncManagers.ts'
import { revokeKeysOfLeavers } from '../api-keys/revokeKeysOfLeavers.ts'

type DeltaUser = Awaited<ReturnType<Clients['graph']['usersDelta']>>['users'][number]

/**
 * Syncs people and approver groups from the directory. Runs every minute. In the same transaction, a disabled person loses sessions,
 * approvals and ownership, and an account that loses its last active owner gets a fallback owner (`ensure_active_owner`). The search for
 * successors starts right after.
 */
export async function syncDirectory({
  db,
  clients,
  config,
  jobs,
  now,
}: {
  db: Db
  clients: Clients
  config: Config
  jobs: Jobs
  now: () => Date
}): Promise<void> {
  const cursor = await db.selectFrom('directory_cursors').select('link').where('name', '=', 'users').executeTakeFirst()
  let delta: Awaited<ReturnType<Clients['graph']['usersDelta']>>
  let everyone = !cursor
  try {
    delta = await clients.graph.usersDelta(cursor?.link)
  } catch (error) {
    // The delta link has expired, so all people are read again.
    if (!(error instanceof ExternalError && (error.status === 410 || error.status === 400) && cursor)) throw error
    delta = await clients.graph.usersDelta()
    everyone = true
  }
  await inTransaction(db, async (tx) => {
    // Another replica might have stored newer data in the meantime. If so, the data of this read is dropped, because it must not overwrite
    // newer data.
    if (!(await moveCursor(tx, cursor?.link, delta.link, now()))) return
    await lockForChange(tx, delta.users.map(personInDepartment), everyone && delta.users.length > 0)
    const leaverIds = await findLeavers(tx, delta.users, everyone && delta.users.length > 0)
    for (let from = 0; from < delta.users.length; from += 500) await storePeople(tx, config, delta.users.slice(from, from + 500), now())
    // A full read lists all current people, so everyone else has left.
    if (everyone && delta.users.length > 0)
      await sql`update people set active = false, updated_at = ${now()} where active and id <> all (${delta.users.map((user) => user.id)}::uuid[])`.execute(
        tx,
      )
    const endedSessions = await tx
      .updateTable('sessions')
      .set({ ended_at: now(), access_token: null })
      .where('ended_at', 'is', null)
      .where('person_id', 'in', (eb) => eb.selectFrom('people').select('id').where('active', '=', false))
      .returning('person_id')
      .execute()
    await auditLeavers(tx, leaverIds, endedSessions)
    const departedIds = [...new Set([...leaverIds, ...endedSessions.map(({ person_id }) => person_id)])]
    if (departedIds.length > 0) await publishChange(tx, { kind: 'sessionEnded', id: '', people: departedIds })
    await revokeKeysOfLeavers(tx, now())
    if (leaverIds.length > 0) await withdrawEndedRequests(tx, { requester_id: leaverIds }, now())
  })
  await inTransaction(db, (tx) => upsertFallbackGroup(tx, config))
  const groups = await db.selectFrom('directory_groups').select('id').execute()
  for (const { id } of groups) {
    const members = await ignoreNotFound(clients.graph.listGroupMembers(id))
    if (members) await storeGroupMembers(db, id, members, now())
  }
  await syncManagers({ db, clients })
  await reconcileOwnership({ db, jobs, now })
}

/**
 * @param from the delta link from which this read started; undefined for the first read
 * @returns false if another replica has stored a new link since
 */
async function moveCursor(db: Db, from: string | undefined, link: string, at: Date): Promise<boolean> {
  const changedRows =
    from === undefined
      ? await db
          .insertInto('directory_cursors')
          .values({ name: 'users', link })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
          .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
      : await db
          .updateTable('directory_cursors')
          .set({ link, updated_at: at })
          .where('name', '=', 'users')
          .where('link', '=', from)
          .executeTakeFirstOrThrow()
          .then(({ numUpdatedRows }) => numUpdatedRows)
  return Number(changedRows) > 0
}

async function findLeavers(db: Db, users: DeltaUser[], everyone: boolean): Promise<string[]> {
  const disabledUsers = users.map(personInDepartment).filter(({ active }) => !active)
  const { rows } = await sql<{ id: string }>`
    select id from people where active and (id = any (${disabledUsers.map(({ id }) => id)}::uuid[])
      or ${everyone} and id <> all (${users.map(({ id }) => id)}::uuid[]))`.execute(db)
  return rows.map(({ id }) => id)
}

async function auditLeavers(db: Db, leaverIds: string[], endedSessions: { person_id: string }[]): Promise<void> {
  const sessions = Map.groupBy(endedSessions, ({ person_id }) => person_id)
  await recordSystemEvent(
    db,
    ...leaverIds.map((id) => ({
      action: 'personDisabled' as const,
      subject: { kind: 'person', id },
      before: { active: true },
      after: { active: false, sessionsEnded: sessions.get(id)?.length ?? 0 },
      reason: 'The person was disabled in the directory and can no longer sign in, approve requests or own accounts.',
    })),
  )
}

/** A deleted group is skipped, so that the other groups are still synced. Its stored members stay unchanged. */
async function ignoreNotFound<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: unknown) => {
    if (error instanceof ExternalError && error.status === 404) return undefined
    throw error
  })
}

const personInDepartment = (user: DeltaUser): PersonInDepartment => ({
  id: user.id,
  active: !user['@removed'] && (user.accountEnabled ?? true),
  department: user.department ?? null,
})

async function storePeople(db: Db, config: Config, users: DeltaUser[], at: Date): Promise<void> {
  const removed = users.filter((user) => user['@removed']).map((user) => user.id)
  if (removed.length > 0)
    await db.updateTable('people').set({ active: false, directory_checked_at: at, updated_at: at }).where('id', 'in', removed).execute()
  const rows = users
    .filter((user) => !user['@removed'])
    .map((user) => ({
      id: user.id,
      issuer: config.oidc.issuer,
      tenant_id: config.tenantId,
      display_name: user.displayName || user.userPrincipalName || user.id,
      email: user.mail ?? null,
      user_principal_name: user.userPrincipalName ?? null,
      department: user.department ?? null,
      job_title: user.jobTitle ?? null,
      manager_id: null,
      employee_id: user.employeeId || null,
      active: user.accountEnabled ?? true,
      directory_checked_at: at,
      signed_in_at: null,
    }))
  if (rows.length === 0) return
  await recordDepartmentTransfers(db, rows, at)
  await db
    .insertInto('people')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        display_name: eb.ref('excluded.display_name'),
        email: eb.ref('excluded.email'),
        user_principal_name: eb.ref('excluded.user_principal_name'),
        department: eb.ref('excluded.department'),
        job_title: eb.ref('excluded.job_title'),
        employee_id: eb.ref('excluded.employee_id'),
        active: eb.ref('excluded.active'),
        directory_checked_at: at,
        updated_at: at,
      })),
    )
    .execute()
}
