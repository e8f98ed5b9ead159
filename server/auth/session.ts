import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/database.ts'
import { publishChange } from '../workflows/changes.ts'
import type { Person } from './actor.ts'
import { strongUntil } from './stepUp.ts'

/** 30 days (spec §9). */
export const sessionSeconds = 2_592_000
const lastSeenIntervalSeconds = 60

/** The time when the roles in `people` were last read from the directory, by a sync or at a sign-in. */
export const rolesReadAt = sql<Date | null>`greatest(people.roles_synced_at, (select updated_at from directory_cursors where name = 'appRoles'))`

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A proxy can forward an https call over http, so the scheme of Slipway's public URL counts too. */
const isSecure = (publicUrl: string, protocol: string) => protocol === 'https' || publicUrl.startsWith('https:')

/**
 * The prefix `__Secure-` is used over https (spec §1). Without Domain and with path /, such a cookie is as strict as a `__Host-` cookie.
 */
export function sessionCookieName(publicUrl: string, protocol = 'http'): string {
  return isSecure(publicUrl, protocol) ? '__Secure-slipway-session' : 'slipway-session'
}

/** These options set and clear both cookies, because browsers ignore a `__Secure-` cookie without Secure even when it is cleared. */
export function cookieAttributes(publicUrl: string, protocol = 'http') {
  return { path: '/', httpOnly: true, secure: isSecure(publicUrl, protocol), sameSite: 'lax' as const }
}

/** Creates a new session for every sign-in, so that an earlier cookie is worthless. */
export async function createSession(
  db: Db,
  session: {
    personId: string
    roles: string[]
    userAgent: string | undefined
    accessToken: string | null
    strongAt?: Date | undefined
    now: Date
  },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(session.now.getTime() + sessionSeconds * 1_000)
  await db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      token_hash: hashToken(token),
      person_id: session.personId,
      roles: session.roles,
      access_token: session.accessToken,
      strong_at: session.strongAt ?? null,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt }
}

export interface DirectoryRoles {
  roles: string[]
  readAt: Date | null
}

export interface FoundSession {
  person: Person & { sessionId: string }
  directory: DirectoryRoles
}

interface SessionOptions {
  now: Date
  idleSeconds: number
  stepUpMinutes: number
}

/** Batch sizes are fixed. PostgreSQL would plan a list of a new length again each time, which takes longer than the read. */
const batchSizes = [1, 4, 16] as const
export const maxSessions = 16

type SessionLookup = Record<number, Buffer> & { now: Date; seenSince: Date }
const liveSessions = (size: number) =>
  compileOnce((db: Db, lookup: SessionLookup) =>
    db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .select(['sessions.token_hash', 'sessions.id as sessionId', 'sessions.roles', 'sessions.last_seen_at', 'sessions.strong_at'])
      .select(['sessions.expires_at', 'people.id', 'people.display_name', 'people.email', 'people.directory_checked_at'])
      .select(['people.roles as directory_roles', rolesReadAt.as('roles_read_at')])
      .where(
        'sessions.token_hash',
        'in',
        Array.from({ length: size }, (_, index) => lookup[index]!),
      )
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', lookup.now)
      .where('sessions.last_seen_at', '>', lookup.seenSince)
      .where('people.active', '=', true),
  )
const queriesBySize = new Map(batchSizes.map((size) => [size, liveSessions(size)]))

/**
 * Finds the people of at most `maxSessions` session cookies, unless a session ended, expired or idled out, or its person is disabled.
 * @returns sessions by token
 */
export async function findSessions(db: Db, tokens: readonly string[], options: SessionOptions): Promise<Map<string, FoundSession>> {
  const { now, idleSeconds, stepUpMinutes } = options
  const tokenOf = new Map(tokens.filter((token) => token.length <= 200).map((token) => [hashToken(token).toString('hex'), token]))
  if (tokenOf.size === 0) return new Map()
  const hashes = [...tokenOf.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const size = batchSizes.find((each) => each >= hashes.length)!
  const paddedHashes = Array.from({ length: size }, (_, index) => hashes[index] ?? hashes[0]!)
  const rows = await queriesBySize.get(size)!(db, { ...paddedHashes, now, seenSince: new Date(now.getTime() - idleSeconds * 1_000) })
  const seenSessionIds = rows
    .filter((row) => now.getTime() - row.last_seen_at.getTime() > lastSeenIntervalSeconds * 1_000)
    .map((row) => row.sessionId)
  if (seenSessionIds.length > 0) await recordLastSeen(db, seenSessionIds, now)
  return new Map(
    rows.map((row) => [
      tokenOf.get(row.token_hash.toString('hex'))!,
      {
        person: {
          kind: 'person',
          id: row.id,
          displayName: row.display_name,
          email: row.email,
          admin: row.roles.includes('Slipway.Admin'),
          auditor: row.roles.includes('Slipway.Auditor'),
          credential: `session:${row.sessionId}`,
          sessionId: row.sessionId,
          endsAt: row.expires_at,
          ...(row.directory_checked_at ? {} : { isUnverified: true }),
          ...(row.strong_at ? { strongUntil: strongUntil(row.strong_at, stepUpMinutes) } : {}),
        },
        directory: { roles: row.directory_roles, readAt: row.roles_read_at },
      },
    ]),
  )
}

/**
 * Sessions that another server is marking as used are skipped, so that two servers never wait for each other. A failure must not fail the
 * calls, because the next read marks the sessions again.
 */
async function recordLastSeen(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sessions').select('id').where('id', 'in', ids).orderBy('id').forUpdate().skipLocked(),
    )
    .execute()
    .catch(() => {})
}

export async function endSession(db: Db, token: string, now: Date): Promise<void> {
  const endedSession = await db
    .updateTable('sessions')
    .set({ ended_at: now, access_token: null })
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  if (endedSession) await publishChange(db, { kind: 'sessionEnded', id: endedSession.person_id, people: [endedSession.person_id] })
}

/** Stores the person by issuer, tenant and object ID, never by email address. */
export async function upsertPerson(
  db: Db,
  person: {
    id: string
    issuer: string
    tenantId: string
    displayName: string
    email: string | null
    userPrincipalName: string | null
    /** App roles in a newly issued identity token. Absent for credentials whose roles can be old. */
    roles?: string[]
    now: Date
  },
): Promise<{ active: boolean }> {
  const roleColumns = person.roles ? { roles: person.roles, roles_synced_at: person.now } : {}
  const row = await db
    .insertInto('people')
    .values({
      id: person.id,
      issuer: person.issuer,
      tenant_id: person.tenantId,
      display_name: person.displayName,
      email: person.email,
      user_principal_name: person.userPrincipalName,
      department: null,
      job_title: null,
      manager_id: null,
      employee_id: null,
      ...roleColumns,
      directory_checked_at: null,
      signed_in_at: person.now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ signed_in_at: person.now, display_name: person.displayName, ...roleColumns })
        .where('people.issuer', '=', person.issuer)
        .where('people.tenant_id', '=', sql<string>`${person.tenantId}::uuid`),
    )
    .returning('active')
    .executeTakeFirst()
  return { active: row?.active ?? false }
}
