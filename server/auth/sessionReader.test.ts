import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { createSession, endSession, hashToken, sessionCookieName } from './session.ts'
import { sessionReader } from './sessionReader.ts'

let app: TestApp
let replicas: [OpenApp, OpenApp]
beforeAll(async () => {
  app = await startTestApp({ work: false })
  replicas = [await openApp(app), await openApp(app)]
})
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await app.close()
})

const id = (who: string) => app.persona(who).id
const begin = async (who: string, roles: string[] = []) =>
  (await createSession(app.db, { personId: id(who), roles, userAgent: 'test', accessToken: null, now: new Date() })).token
const account = () => app.company.accounts[0]!.id

/** Calls a preloaded operation, one without and an administrator's on both replicas, many at the same time. */
async function everywhere(token: string, paths = [`/accounts/${account()}`, '/me', '/accounts/adv']) {
  const cookie = `${sessionCookieName(app.config.publicUrl)}=${token}`
  const calls = replicas.flatMap(({ http }) =>
    [...paths, ...paths, ...paths].map((path) => fetch(`${http}${path}`, { headers: { cookie } })),
  )
  return [...new Set((await Promise.all(calls)).map(({ status }) => status))]
}

describe('a session', () => {
  it('counts on no replica as soon as it ended on another', async () => {
    for (let n = 0; n < 5; n++) {
      const token = await begin('Tomasz')
      expect(await everywhere(token)).toEqual([200])
      await endSession(app.db, token, new Date())
      expect(await everywhere(token)).toEqual([401])
    }
  })

  it('ends with the call that signs out, for the next call to another replica', async () => {
    const [first, other] = replicas
    const cookie = `${sessionCookieName(app.config.publicUrl)}=${await begin('Tomasz')}`
    const ask = async ({ http }: OpenApp) => (await fetch(`${http}/accounts/${account()}`, { headers: { cookie } })).status
    expect(await ask(other)).toBe(200)
    const answer = await fetch(`${first.http}/auth/logout`, { method: 'POST', headers: { cookie } })
    expect([answer.status, await ask(other), await ask(first)]).toEqual([204, 401, 401])
  })

  it('counts on no replica as soon as its person is disabled', async () => {
    const token = await begin('Tomasz')
    expect(await everywhere(token)).toEqual([200])
    await app.db.updateTable('people').set({ active: false }).where('id', '=', id('Tomasz')).execute()
    expect(await everywhere(token)).toEqual([401])
    await app.db.updateTable('people').set({ active: true }).where('id', '=', id('Tomasz')).execute()
  })

  it('has no role on any replica as soon as the person lost it', async () => {
    const token = await begin('Niamh', ['Slipway.Admin'])
    expect(await everywhere(token, ['/work'])).toEqual([200])
    await app.db.updateTable('people').set({ roles: [] }).where('id', '=', id('Niamh')).execute()
    expect(await everywhere(token, ['/work'])).toEqual([403])
    await app.db
      .updateTable('people')
      .set({ roles: ['Slipway.Admin'] })
      .where('id', '=', id('Niamh'))
      .execute()
  })

  it('hides a preloaded record from callers with an invented session', async () => {
    expect(await everywhere('x'.repeat(43))).toEqual([401])
  })
})

describe('sessionReader', () => {
  it('gives each of many concurrent calls its own person', async () => {
    const people = await app.db.selectFrom('people').select('id').where('active', '=', true).limit(25).execute()
    const start = ({ id: personId }: { id: string }) =>
      createSession(app.db, { personId, roles: [], userAgent: 'test', accessToken: null, now: new Date() })
    const tokens = (await Promise.all(people.map(start))).map(({ token }) => token)
    const read = sessionReader(app.context)
    const many = Array.from({ length: 60 }, (_, index) => index % (tokens.length + 1))
    const found = await Promise.all(many.map((index) => read(tokens[index] ?? 'nobody')))
    expect(found.map((session) => session?.person.id)).toEqual(many.map((index) => people[index]?.id))
  })

  it('reads after the call, though an earlier read is still running', async () => {
    const token = await begin('Priya')
    const read = sessionReader(app.context)
    const earlier = read(token)
    const ended = endSession(app.db, token, new Date())
    await ended
    expect(await read(token)).toBeUndefined()
    await earlier
  })

  it('notes when a session was seen, once a minute', async () => {
    const token = await begin('Priya')
    await app.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 61_000) })
      .where('token_hash', '=', hashToken(token))
      .execute()
    const read = sessionReader(app.context)
    await Promise.all([read(token), read(token), read(token)])
    const row = await app.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    expect(Date.now() - row.last_seen_at.getTime()).toBeLessThan(30_000)
  })

  it('fails the calls of a failed read, and reads the next', async () => {
    const token = await begin('Priya')
    const now = vi.fn(() => new Date())
    const read = sessionReader({ ...app.context, now })
    now.mockImplementationOnce(() => {
      throw new Error('no clock')
    })
    await expect(read(token)).rejects.toThrow('no clock')
    expect(await read(token)).toMatchObject({ person: { id: id('Priya') } })
  })
})
