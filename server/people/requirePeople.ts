import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'

/**
 * Looks up unknown people in the directory before the transaction, so that the handler can refer to them.
 * @returns the rows for `upsertPeople`
 */
export async function fetchUnknownPeople(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  ids: string[],
): Promise<(Awaited<ReturnType<Clients['graph']['getUsersByIds']>>[number] & { checkedAt: Date })[]> {
  const knownPeople = await db
    .selectFrom('people')
    .select('id')
    .where('directory_checked_at', 'is not', null)
    .where('id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000'])
    .execute()
  const unknownIds = ids.filter((id) => !knownPeople.some((row) => row.id === id.toLowerCase()))
  if (unknownIds.length === 0) return []
  return (await clients.graph.getUsersByIds(unknownIds)).map((user) => ({ ...user, checkedAt: now() }))
}

export async function upsertPeople(db: Db, config: Config, foundPeople: Awaited<ReturnType<typeof fetchUnknownPeople>>): Promise<void> {
  if (foundPeople.length === 0) return
  await db
    .insertInto('people')
    .values(
      foundPeople.map((user) => ({
        id: user.id,
        issuer: config.oidc.issuer,
        tenant_id: config.tenantId,
        display_name: user.displayName ?? user.userPrincipalName ?? user.id,
        email: user.mail ?? null,
        user_principal_name: user.userPrincipalName ?? null,
        department: user.department ?? null,
        job_title: user.jobTitle ?? null,
        // The other user accounts of a person must be known before the person can act or get access.
        employee_id: user.employeeId || null,
        manager_id: null,
        active: user.accountEnabled ?? false,
        directory_checked_at: user.checkedAt,
        signed_in_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          employee_id: ref('excluded.employee_id'),
          active: ref('excluded.active'),
          directory_checked_at: ref('excluded.directory_checked_at'),
        }))
        .where('people.directory_checked_at', 'is', null),
    )
    .execute()
}

/**
 * Checks in the transaction that all of these people exist and are active, and locks them until the transaction ends.
 * @throws invalidRequest with the field
 */
export async function requirePeople(
  db: Db,
  config: Config,
  field: string,
  ids: string[],
  foundPeople: Awaited<ReturnType<typeof fetchUnknownPeople>>,
): Promise<void> {
  await upsertPeople(db, config, foundPeople)
  const rows = await db
    .selectFrom('people')
    .select(['id', 'active', 'display_name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
  const lowercaseIds = ids.map((id) => id.toLowerCase())
  const problems = lowercaseIds.flatMap((id, index) => {
    const row = rows.find((candidate) => candidate.id === id)
    const problem = (message: string, sentence = `One of the people ${message}.`) => [{ field: `${field}.${index}`, message, sentence }]
    if (lowercaseIds.indexOf(id) < index) return problem('appears twice')
    if (!row) return problem('isn’t a person in the directory')
    const disabledMessage = `${row.display_name} is disabled in the directory`
    return row.active ? [] : problem(disabledMessage, `${disabledMessage}.`)
  })
  if (problems.length === 0) return
  const sentences = new Set(problems.map(({ sentence }) => sentence))
  const errors = problems.map(({ field, message }) => ({ field, message }))
  throw new Failure('invalidRequest', [...sentences].join(' '), { errors })
}
