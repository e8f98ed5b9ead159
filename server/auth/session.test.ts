import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { tcpUrl } from '../../test/postgresServer.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import {
  cookieAttributes,
  createSession,
  endSession,
  findSessions,
  hashToken,
  sessionCookieName,
  sessionSeconds,
  upsertPerson,
} from './session.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 2 })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const day = 86_400
const idleSeconds = 3 * day
const start = new Date('2026-01-01T00:00:00Z')
const secondsOn = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const anyone = async () =>
  (await open.db.selectFrom('people').select('id').where('active', '=', true).limit(1).executeTakeFirstOrThrow()).id

const personWith = async (token: string, options: Parameters<typeof findSessions>[2], db = open.db) =>
  (await findSessions(db, [token], options)).get(token)?.person

async function startSession(roles: string[] = []) {
  const personId = await anyone()
  const { token } = await createSession(open.db, { personId, roles, userAgent: 'x'.repeat(1_000), accessToken: 'secret', now: start })
  const find = (seconds: number, options: { idleSeconds?: number } = {}) =>
    personWith(token, { now: secondsOn(seconds), idleSeconds: options.idleSeconds ?? sessionSeconds * 2, stepUpMinutes: 60 })
  return { personId, token, find }
}

describe('a session', () => {
  it('ends after 30 days (2592000 seconds, spec §9), even while in use', async () => {
    expect(sessionSeconds).toBe(2_592_000)
    const { personId, find } = await startSession()
    for (let index = 0; index < sessionSeconds; index += 2 * day) expect(await find(index, { idleSeconds })).toMatchObject({ id: personId })
    expect(await find(2_592_000 - 1, { idleSeconds })).toMatchObject({ id: personId })
    expect(await find(2_592_000)).toBeUndefined()
    expect(await find(2_592_000 + 1)).toBeUndefined()
  })

  it('ends after its idle time, which restarts at each use', async () => {
    const { find } = await startSession()
    expect(await find(idleSeconds - 1, { idleSeconds })).toBeDefined()
    expect(await find(2 * idleSeconds - 2, { idleSeconds })).toBeDefined()
    expect(await find(3 * idleSeconds - 2, { idleSeconds })).toBeUndefined()
  })

  it('is found while another replica updates its last use, and when that update fails', async () => {
    const { personId, token, find } = await startSession()
    const seenAt = async () =>
      (await open.db.selectFrom('sessions').select('last_seen_at').where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow())
        .last_seen_at
    const otherDatabase = openDatabase(database.url, { max: 1 })
    await otherDatabase.db.transaction().execute(async (tx) => {
      await tx.selectFrom('sessions').select('id').where('token_hash', '=', hashToken(token)).forUpdate().execute()
      expect(await find(120)).toMatchObject({ id: personId })
    })
    await otherDatabase.close()
    expect(await seenAt()).toEqual(start)
    const options = { now: secondsOn(120), idleSeconds, stepUpMinutes: 60 }
    const readOnly = openDatabase(`${tcpUrl(database.url).href}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`, {
      max: 1,
    })
    expect(await personWith(token, options, readOnly.db)).toMatchObject({ id: personId })
    await readOnly.close()
    expect(await seenAt()).toEqual(start)
    await find(120)
    expect(await seenAt()).toEqual(secondsOn(120))
  })

  it('deletes its access token when it ends, and keeps its first end time', async () => {
    const { token, find } = await startSession()
    await endSession(open.db, token, secondsOn(5))
    expect(await find(6)).toBeUndefined()
    await endSession(open.db, token, secondsOn(500))
    const row = await open.db.selectFrom('sessions').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow()
    expect([row.ended_at, row.access_token]).toEqual([secondsOn(5), null])
  })

  it('is valid while its person is active, and records its last use at most once a minute', async () => {
    const { personId, token, find } = await startSession()
    const otherSession = await startSession()
    await find(59)
    const loadSession = () =>
      open.db.selectFrom('sessions').select('last_seen_at').where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow()
    expect((await loadSession()).last_seen_at).toEqual(start)
    await find(61)
    expect((await loadSession()).last_seen_at).toEqual(secondsOn(61))
    await otherSession.find(1_000)
    expect((await loadSession()).last_seen_at).toEqual(secondsOn(61))
    await open.db.updateTable('people').set({ active: false }).where('id', '=', personId).execute()
    expect(await find(62)).toBeUndefined()
    await open.db.updateTable('people').set({ active: true }).where('id', '=', personId).execute()
  })
})

describe('findSessions', () => {
  it('returns the person and roles, and never the token', async () => {
    const { token, find } = await startSession(['Slipway.Admin', 'Another.Role'])
    const person = await find(0)
    expect(person).toMatchObject({ kind: 'person', admin: true, auditor: false, credential: `session:${person!.sessionId}` })
    expect(JSON.stringify(person)).not.toContain(token)
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(100_000), '\0', '__proto__'])(
    'doesn’t return a person for the invalid token %#',
    async (token) => {
      expect(await personWith(token, { now: start, idleSeconds, stepUpMinutes: 60 })).toBeUndefined()
    },
  )
})

describe('a session token', () => {
  it('has 256 random bits, and only its hash is stored', async () => {
    const [firstSession, otherSession] = [await startSession(), await startSession()]
    expect(Buffer.from(firstSession.token, 'base64url').length).toBe(32)
    expect(firstSession.token).not.toBe(otherSession.token)
    const rows = await open.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(firstSession.token)
    expect(rows.every((row) => (row.user_agent?.length ?? 0) <= 300)).toBe(true)
  })

  it('is in a cookie that is __Secure- on https', () => {
    expect(sessionCookieName('https://slipway.example')).toBe('__Secure-slipway-session')
    expect(sessionCookieName('http://127.0.0.1:8080')).toBe('slipway-session')
    expect(cookieAttributes('https://slipway.example')).toEqual({ path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
    expect(cookieAttributes('http://127.0.0.1:8080')).toMatchObject({ secure: false })
    expect(sessionCookieName('http://127.0.0.1:8080', 'https')).toBe('__Secure-slipway-session')
    expect(sessionCookieName('https://slipway.example', 'http')).toBe('__Secure-slipway-session')
    expect(cookieAttributes('http://127.0.0.1:8080', 'https')).toMatchObject({ secure: true })
  })
})

describe('upsertPerson', () => {
  const ada = {
    id: 'aaaaaaaa-0000-4000-8000-000000000001',
    issuer: 'https://one.example',
    tenantId: 'aaaaaaaa-0000-4000-8000-00000000000f',
    displayName: 'Ada',
    email: 'ada@one.example',
    userPrincipalName: null,
    roles: [],
    now: start,
  }

  it('identifies people by issuer, tenant and object ID, and rejects the same ID from another issuer', async () => {
    expect(await upsertPerson(open.db, ada)).toEqual({ active: true })
    expect(await upsertPerson(open.db, { ...ada, displayName: 'Ada L' })).toEqual({ active: true })
    expect(await upsertPerson(open.db, { ...ada, issuer: 'https://evil.example', displayName: 'Evil' })).toEqual({ active: false })
    expect(await upsertPerson(open.db, { ...ada, tenantId: 'bbbbbbbb-0000-4000-8000-00000000000f', displayName: 'Evil' })).toEqual({
      active: false,
    })
    const sameAddress = { ...ada, id: 'aaaaaaaa-0000-4000-8000-000000000002' }
    expect(await upsertPerson(open.db, sameAddress)).toEqual({ active: true })
    const rows = await open.db
      .selectFrom('people')
      .select(['id', 'display_name', 'issuer'])
      .where('email', '=', 'ada@one.example')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: ada.id, display_name: 'Ada L', issuer: ada.issuer },
      { id: sameAddress.id, display_name: 'Ada', issuer: ada.issuer },
    ])
  })
})
