import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Reply } from './operation.ts'

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** @throws invalidRequest */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !keyPattern.test(header))
    throw new Failure('invalidRequest', 'Idempotency-Key must be 1 to 255 visible characters.', {
      errors: [{ field: 'Idempotency-Key', message: '1 to 255 visible characters' }],
    })
  return header
}

/**
 * Runs `handle`, unless the caller has already sent this key to this operation. A call with a repeated key gets the first response again,
 * or fails with `shownOnceMessage` if the response can't be stored. Keys are kept for 24 h.
 */
export async function idempotent(
  db: Db,
  identity: { subject: string; operation: string; key: string; body: unknown; secret: string; shownOnceMessage?: string | undefined },
  handle: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const { subject, operation, key, secret, shownOnceMessage } = identity
  // The hash is keyed, because a body can contain a password that is short enough to guess.
  const hash = createHmac('sha256', secret)
    .update(JSON.stringify(identity.body ?? null))
    .digest()
  const lock = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${subject} ${operation} ${key}`}, 0)) as free`.execute(db)
  if (!lock.rows[0]?.free) throw new Failure('inFlight', 'The same request is still being processed. Try again in a moment.')
  await db
    .deleteFrom('idempotency_keys')
    .where('subject', '=', subject)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('created_at', '<=', sql<Date>`now() - interval '24 hours'`)
    .execute()
  const earlierCall = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('subject', '=', subject)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlierCall) {
    if (!earlierCall.body_hash.equals(hash))
      throw new Failure(
        'idempotencyMismatch',
        'This Idempotency-Key was used for a request with a different URL or body. Use a new key for a new request.',
      )
    if (shownOnceMessage !== undefined) throw new Failure('conflict', shownOnceMessage)
    return { status: earlierCall.status, headers: { ...earlierCall.headers, 'idempotency-replayed': 'true' }, body: earlierCall.body }
  }
  const reply = await handle()
  await db
    .insertInto('idempotency_keys')
    .values({
      subject,
      operation,
      key,
      body_hash: hash,
      status: reply.status,
      headers: JSON.stringify(reply.headers ?? {}),
      body: JSON.stringify(shownOnceMessage === undefined ? (reply.body ?? null) : null),
    })
    .execute()
  return reply
}
