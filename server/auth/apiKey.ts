import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Machine } from './actor.ts'
import { isKey, readKey } from './keys.ts'
import type { ApiKeyScope } from './scopes.ts'

const lastSeenIntervalSeconds = 60

/**
 * Columns that decide whether the credential of a program is valid. They are read for each call, so that a revoked credential stops working
 * immediately on every replica.
 */
function credentialRows(db: Db) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'public_id', 'hash', 'application_id', 'scopes', 'account_ids', 'owner_id'])
    .select(['last_used_at', 'expires_at', 'revoked_at', sql<boolean>`(select active from people where people.id = owner_id)`.as('owned')])
}
type CredentialRow = Awaited<ReturnType<ReturnType<typeof credentialRows>['executeTakeFirstOrThrow']>>

export const invalidKey = 'This API key isn’t valid. It might be mistyped, revoked or expired. Ask its owner.'

/**
 * Finds the machine of an `x-api-key` header.
 * @throws unauthenticated; the text is the same for all reasons
 */
export async function findApiKey(db: Db, header: string | string[], options: { now: Date; secret: string }): Promise<Machine> {
  const failure = new Failure('unauthenticated', invalidKey)
  const publicId = typeof header === 'string' ? readKey('slw', header) : undefined
  if (publicId === undefined) throw failure
  const row = await credentialRows(db).where('public_id', '=', publicId).executeTakeFirst()
  const isProven = isKey(header as string, options.secret, row?.hash)
  if (!row || !isProven || !isLive(row, options.now)) throw failure
  return machineOf(db, row, `key:${row.public_id}`, options.now)
}

/**
 * Finds the machine of an application that an administrator registered by client ID.
 * @throws unauthenticated; the text is the same for all reasons
 */
export async function findApplication(db: Db, clientId: string, now: Date): Promise<Machine> {
  const row = await credentialRows(db).where('application_id', '=', clientId).where('revoked_at', 'is', null).executeTakeFirst()
  if (!row || !isLive(row, now))
    throw new Failure(
      'unauthenticated',
      'This application isn’t registered with Slipway, or its registration has ended. Ask an administrator to register its client ID under API keys.',
    )
  return machineOf(db, row, `application:${row.application_id}`, now)
}

const isLive = (row: CredentialRow, now: Date) => row.revoked_at === null && row.expires_at > now && row.owned

async function machineOf(db: Db, row: CredentialRow, credential: string, now: Date): Promise<Machine> {
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > lastSeenIntervalSeconds * 1_000)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return {
    kind: 'machine',
    id: row.id,
    displayName: row.name,
    scopes: row.scopes as ApiKeyScope[],
    accountIds: row.account_ids,
    ownerId: row.owner_id,
    credential,
  }
}
