import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { createSession, endSession, hashToken, sessionCookieName } from './session.ts'
import { sessionReader } from './sessionReader.ts'

let app: TestApp
let replicas: [OpenApp, OpenApp]
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  replicas = [await openApp(app), await openApp(app)]
})
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await app.close()
})

const id = (givenName: string) => app.persona(givenName).id
const startSession = async (givenName: string, roles: string[] = []) =>
  (await createSession(app.db, { personId: id(givenName), roles, userAgent: 'test', accessToken: null, now: new Date() })).token
const account = () => app.company.accounts[0]!.id

async function openOnAllReplicas(token: string, paths = [`/accounts/${account()}`, '/me', '/accounts/adv']) {
  const cookie = `${sessionCookieName(app.config.publicUrl)}=${token}`
  const calls = replicas.flatMap(({ http }) =>
    [...paths, ...paths, ...paths].map((path) => fetch(`${http}${path}`, { headers: { cookie } })),
  )
  return [...new Set((await Promise.all(calls)).map(({ status }) => status))]
}

describe('a session', () => {
  it('is invalid on every replica as soon as it ends on one', async () => {
    for (let n = 0; n < 5; n++) {
      const token = await startSession('Tomasz')
      expect(await openOnAllReplicas(token)).toEqual([200])
      await endSession(app.db, token, new Date())
      expect(await openOnAllReplicas(token)).toEqual([401])
    }
  })

  it('is invalid on another replica at the first call after sign-out', async () => {
    const [firstReplica, otherReplica] = replicas
    const cookie = `${sessionCookieName(app.config.publicUrl)}=${await startSession('Tomasz')}`
    const sendRequest = async ({ http }: OpenApp) => (await fetch(`${http}/accounts/${account()}`, { headers: { cookie } })).status
    expect(await sendRequest(otherReplica)).toBe(200)
    const response = await fetch(`${firstReplica.http}/auth/logout`, { method: 'POST', headers: { cookie } })
    expect([response.status, await sendRequest(otherReplica), await sendRequest(firstReplica)]).toEqual([204, 401, 401])
  })

  it('is invalid on every replica as soon as its person is disabled', async () => {
    const token = await startSession('Tomasz')
    expect(await openOnAllReplicas(token)).toEqual([200])
    await app.db.updateTable('people').set({ active: false }).where('id', '=', id('Tomasz')).execute()
    expect(await openOnAllReplicas(token)).toEqual([401])
    await app.db.updateTable('people').set({ active: true }).where('id', '=', id('Tomasz')).execute()
  })

  it('has no role on any replica as soon as the person lost it', async () => {
    const token = await startSession('Niamh', ['Slipway.Admin'])
    expect(await openOnAllReplicas(token, ['/work'])).toEqual([200])
    await app.db.updateTable('people').set({ roles: [] }).where('id', '=', id('Niamh')).execute()
    expect(await openOnAllReplicas(token, ['/work'])).toEqual([403])
    await app.db
      .updateTable('people')
      .set({ roles: ['Slipway.Admin'] })
      .where('id', '=', id('Niamh'))
      .execute()
  })

  it('hides a preloaded record from callers with an invented session', async () => {
    expect(await openOnAllReplicas('x'.repeat(43))).toEqual([401])
  })
})

describe('sessionReader', () => {
  it('returns the right person to each of many concurrent calls', async () => {
    const people = await app.db.selectFrom('people').select('id').where('active', '=', true).limit(25).execute()
    const start = ({ id: personId }: { id: string }) =>
      createSession(app.db, { personId, roles: [], userAgent: 'test', accessToken: null, now: new Date() })
    const tokens = (await Promise.all(people.map(start))).map(({ token }) => token)
    const readSession = sessionReader(app.context)
    const tokenIndexes = Array.from({ length: 60 }, (_, index) => index % (tokens.length + 1))
    const matches = await Promise.all(tokenIndexes.map((index) => readSession(tokens[index] ?? 'unknown')))
    expect(matches.map((session) => session?.person.id)).toEqual(tokenIndexes.map((index) => people[index]?.id))
  })

  it('starts a new read for a call that arrives during an earlier read', async () => {
    const token = await startSession('Priya')
    const readSession = sessionReader(app.context)
    const earlierPromise = readSession(token)
    const whenEnded = endSession(app.db, token, new Date())
    await whenEnded
    expect(await readSession(token)).toBeUndefined()
    await earlierPromise
  })

  it('records the last use of a session once a minute', async () => {
    const token = await startSession('Priya')
    await app.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 61_000) })
      .where('token_hash', '=', hashToken(token))
      .execute()
    const readSession = sessionReader(app.context)
    await Promise.all([readSession(token), readSession(token), readSession(token)])
    const row = await app.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    expect(Date.now() - row.last_seen_at.getTime()).toBeLessThan(30_000)
  })

  it('fails all calls that share a failed read, and reads again for the next call', async () => {
    const token = await startSession('Priya')
    const now = vi.fn(() => new Date())
    const readSession = sessionReader({ ...app.context, now })
    now.mockImplementationOnce(() => {
      throw new Error('no clock')
    })
    await expect(readSession(token)).rejects.toThrow('no clock')
    expect(await readSession(token)).toMatchObject({ person: { id: id('Priya') } })
  })
})
