import { v7 as uuidv7 } from 'uuid'
import type { Person } from '../../../auth/actor.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { type fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadApiKeys, requireAccounts } from './queries.ts'
import { nextReminderAt } from './remindExpiringKeys.ts'
import type { ApiKey, NewMachine } from './schemas.ts'

const day = 86_400_000

type CredentialColumns = { public_id: string; hash: Buffer } | { application_id: string; public_id: null; hash: null }

/**
 * Stores the credential of a program.
 * @throws invalidRequest if the scopes, the accounts or the owner are invalid
 */
export async function addCredential(
  { db, config, actor, now }: { db: Db; config: Config; actor: Person; now: Date },
  machine: NewMachine,
  proof: CredentialColumns,
  foundPeople: Awaited<ReturnType<typeof fetchUnknownPeople>>,
): Promise<ApiKey> {
  const accountIds = [...new Set((machine.accountIds ?? []).map((id) => id.toLowerCase()))]
  requireMatchingScopes(machine.scopes, accountIds)
  await requireAccounts(db, accountIds)
  const ownerId = (machine.ownerId ?? actor.id).toLowerCase()
  await requirePeople(db, config, 'ownerId', [ownerId], foundPeople)
  const id = uuidv7()
  const expiresAt = new Date(now.getTime() + (machine.expiresInDays ?? 90) * day)
  await db
    .insertInto('api_keys')
    .values({
      id,
      name: normalizeName(machine.name),
      ...proof,
      scopes: machine.scopes,
      account_ids: accountIds,
      owner_id: ownerId,
      created_by: actor.id,
      created_at: now,
      expires_at: expiresAt,
      remind_at: nextReminderAt(expiresAt, now),
    })
    .execute()
  return (await loadApiKeys(db, actor, [id], now))[0]!
}

/** Only the scope `deploy` applies to accounts. @throws invalidRequest */
function requireMatchingScopes(scopes: string[], accountIds: string[]): void {
  const isForDeployments = scopes.includes('deploy')
  if (isForDeployments === accountIds.length > 0) return
  const message = isForDeployments
    ? 'Choose accounts for the scope deploy, which can’t apply to all accounts.'
    : 'Accounts apply only to the scope deploy. Remove the accounts, or add the scope.'
  throw new Failure('invalidRequest', message, { errors: [{ field: 'accountIds', message }] })
}
