import crypto, { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { crc32 } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { openApp } from '../../test/openApp.ts'
import { rawRequest } from '../../test/rawRequest.ts'
import { findApiKey, invalidKey } from './apiKey.ts'
import { keyPattern, mintKey } from './keys.ts'
import { scopes } from './scopes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const published = readFileSync(new URL('../../docs/keys.md', import.meta.url), 'utf8')

function checksum(body: string): string {
  let text = ''
  for (let remainder = crc32(body), index = 0; index < 6; index++, remainder = Math.floor(remainder / 62))
    text = alphabet[remainder % 62] + text
  return text
}

async function cost(key: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const hmac = vi.spyOn(crypto, 'createHmac')
  syncBuiltinESMExports()
  const options = { now: new Date(), secret: app.config.keySecret }
  const result = await findApiKey(app.db, key, options).catch((error: Error) => error.message)
  const queryTexts = query.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  )
  // The queues of this process run statements of their own, which are not counted.
  const statements = queryTexts.filter((text) => !text.includes('pgboss'))
  const hashes = hmac.mock.calls.filter(([, secret]) => secret === app.config.keySecret).length
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  return { answer: result, statements, hashes }
}

describe('the lookup of a key (CVE-2022-31142)', () => {
  it('uses one query and one keyed hash for known, unknown, similar, revoked and expired keys', async () => {
    const { id, key, publicId } = await app.withKey(['edge:complete'])
    // The first use of a key writes a record and later uses don't, so the first use is not measured.
    await cost(key)
    const knownCost = await cost(key)
    expect(knownCost).toMatchObject({
      answer: { kind: 'machine', id },
      hashes: 1,
      statements: [expect.stringContaining('where "public_id" = $1')],
    })

    const body = `slw_${publicId}${mintKey('slw', 'another secret of thirty-two letters').key.slice(16, 48)}`
    const revoked = await app.withKey(['edge:complete'])
    await app.db
      .updateTable('api_keys')
      .set({ revoked_at: new Date(), revoked_by: app.persona('Niamh').id })
      .where('id', '=', revoked.id)
      .execute()
    const invalidInput = {
      unknown: mintKey('slw', app.config.keySecret).key,
      nearlyRight: body + checksum(body),
      revoked: revoked.key,
      expired: (await app.withKey(['edge:complete'], { expiresAt: new Date() })).key,
    }
    const responses = new Set<unknown>()
    for (const [label, wrongKey] of Object.entries(invalidInput)) {
      const wrongKeyCost = await cost(wrongKey)
      expect([label, wrongKeyCost.hashes, wrongKeyCost.statements]).toEqual([label, 1, knownCost.statements])
      responses.add(wrongKeyCost.answer)
    }
    const mistypedCost = await cost(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)
    expect([mistypedCost.hashes, mistypedCost.statements]).toEqual([0, []])
    responses.add(mistypedCost.answer)
    expect([...responses]).toEqual([expect.stringContaining(invalidKey)])
  })

  it('compares hashes keyed with the server’s secret', async () => {
    const { id, key } = await app.withKey(['edge:complete'])
    const { hash } = await app.db.selectFrom('api_keys').select('hash').where('id', '=', id).executeTakeFirstOrThrow()
    expect(hash).toEqual(createHmac('sha256', app.config.keySecret).update(key).digest())
    expect(hash).not.toEqual(crypto.createHash('sha256').update(key).digest())
  })
})

describe('a key', () => {
  const find = (key: string, now: Date) => findApiKey(app.db, key, { now, secret: app.config.keySecret })
  const usedAt = async (id: string) =>
    (await app.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()).last_used_at

  it('expires exactly at its end date', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const { id, key } = await app.withKey(['edge:complete'], { expiresAt })
    expect(await find(key, new Date(expiresAt.getTime() - 1))).toMatchObject({ id })
    await expect(find(key, expiresAt)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is valid while its owner is active', async () => {
    const { id, key } = await app.withKey(['edge:complete'])
    const { owner_id } = await app.db.selectFrom('api_keys').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()
    const owner = app.db.updateTable('people').where('id', '=', owner_id)
    await owner.set({ active: false }).execute()
    await expect(find(key, new Date())).rejects.toMatchObject({ code: 'unauthenticated' })
    await owner.set({ active: true }).execute()
    expect(await find(key, new Date())).toMatchObject({ id })
  })

  it('is marked as used at most once a minute, without marking other keys', async () => {
    const [firstKey, otherKey] = [await app.withKey(['edge:complete']), await app.withKey(['edge:complete'])]
    const timeAt = (seconds: number) => new Date(1_900_000_000_000 + seconds * 1_000)
    const options = { expiresAt: timeAt(3_600) }
    const longKey = await app.withKey(['edge:complete'], options)
    for (const seconds of [0, 60]) {
      await find(longKey.key, timeAt(seconds))
      expect(await usedAt(longKey.id)).toEqual(timeAt(0))
    }
    await find(longKey.key, timeAt(61))
    expect(await usedAt(longKey.id)).toEqual(timeAt(61))
    await find(firstKey.key, new Date())
    expect([await usedAt(firstKey.id), await usedAt(otherKey.id), await usedAt(longKey.id)]).toEqual([expect.any(Date), null, timeAt(61)])
  })
})

describe('docs/keys.md', () => {
  it('documents the pattern and the checksum of keys', () => {
    expect(published).toContain(`\n${keyPattern.source}\n`)
    for (const kind of ['slw', 'slwa'] as const) {
      const { key } = mintKey(kind, app.config.keySecret)
      expect(key.slice(-6)).toBe(checksum(key.slice(0, -6)))
    }
  })

  it('lists exactly the existing scopes', () => {
    const listedScopes = [...published.matchAll(/^\| `([a-z:]+)` \|/gm)].map(([, scope]) => scope)
    expect(listedScopes).toEqual(Object.keys(scopes))
  })
})

it('rejects a key over plain http if Slipway’s URL is https', async () => {
  const { key } = await app.withKey(['edge:complete'])
  const sendRequest = async (publicUrl: string) => {
    const open = await openApp(app, { publicUrl })
    const result = await rawRequest(open.port, {
      method: 'PATCH',
      target: '/edge/completedStores',
      host: '127.0.0.1',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '["9999"]',
    })
    await open.close()
    return { status: result.status, code: JSON.parse(result.body).code as unknown }
  }
  expect(await sendRequest('https://127.0.0.1')).toEqual({ status: 403, code: 'insecureTransport' })
  expect((await sendRequest('http://127.0.0.1')).status).toBe(200)
  const open = await openApp(app, { publicUrl: 'https://127.0.0.1' })
  const overHttps = await fetch(`${open.https}/edge/completedStores`, {
    method: 'PATCH',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '["9999"]',
  })
  await open.close()
  expect(overHttps.status).toBe(200)
})
