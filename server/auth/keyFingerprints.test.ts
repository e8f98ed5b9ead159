import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { recordAuditTrail } from '../../test/auditedCalls.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { trustedKey } from '../audit/auditKey.ts'
import { chainAll } from '../audit/chainEvents.ts'
import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { logger } from '../http/logger.ts'
import { checkKeys } from './keyFingerprints.ts'

let database: TestDatabase
let server: OpenDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  server = openDatabase(database.runtimeUrl, { max: 4 })
})
afterEach(async () => {
  await recordAuditTrail(inject('answeredDir'), server.db)
  await server.close()
  await database.drop()
})

function mintAuditKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicPem, id: trustedKey(publicPem).id }
}
const [first, second] = [mintAuditKey(), mintAuditKey()]
const secrets = ['first-secret-of-more-than-32-characters', 'second-secret-of-more-than-32-characters']

const folders: string[] = []
function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-keys-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function configOf(
  keySecret: string,
  key: string | undefined,
  { trusted = [], replaced = [] }: { trusted?: string[]; replaced?: string[] } = {},
) {
  const audit = { key, trustedKeys: trusted, checkpoints: undefined }
  return { keySecret, replacedKeys: replaced, dataDir: createFolder(), audit } as unknown as Config
}
const start = (...settings: Parameters<typeof configOf>) => checkKeys(server.db, configOf(...settings))

const readRows = async () =>
  (await server.db.selectFrom('key_fingerprints').selectAll().orderBy('setting').orderBy('number').execute()).map(
    ({ setting, number, fingerprint, replaces }) => [
      setting,
      number,
      fingerprint.toString('hex').slice(0, 16),
      replaces?.toString('hex').slice(0, 16),
    ],
  )
const readEvents = () =>
  server.db.selectFrom('audit_events').select(['subject_id', 'before', 'after']).where('operation', '=', 'keyReplaced').execute()
const fingerprintIn = (error: unknown) => /SLIPWAY_REPLACED_KEYS .*?([\da-f]{16})/.exec((error as Error).message)![1]!

describe('checkKeys', () => {
  it('records each key once in concurrent first starts, without the secret', async () => {
    await Promise.all([1, 2, 3].map(() => start(secrets[0]!, first!.key)))
    expect(await readRows()).toEqual([
      ['SLIPWAY_AUDIT_KEY', 1, first!.id, undefined],
      ['SLIPWAY_KEY_SECRET', 1, expect.stringMatching(/^[\da-f]{16}$/), undefined],
    ])
    expect(await readEvents()).toEqual([])
    const { rows } = await sql<{ text: string }>`select string_agg(f::text, ' ') as text from key_fingerprints f`.execute(server.db)
    expect(rows[0]!.text).not.toContain(Buffer.from(secrets[0]!).toString('hex'))
  })

  it('rejects a different SLIPWAY_KEY_SECRET, unless the recorded fingerprint is named as replaced', async () => {
    await start(secrets[0]!, first!.key)
    const before = await readRows()
    const error = await start(secrets[1]!, first!.key).catch((caught: unknown) => caught)
    expect(String(error)).toMatch(/SLIPWAY_KEY_SECRET .*SLIPWAY_REPLACED_KEYS/)
    expect(String(error)).not.toContain('secret-of')
    expect(await readRows()).toEqual(before)
    const replaced = [fingerprintIn(error)]
    await start(secrets[1]!, first!.key, { replaced })
    expect(await readRows()).toEqual([...before, ['SLIPWAY_KEY_SECRET', 2, expect.any(String), replaced[0]]])
    expect(await readEvents()).toMatchObject([{ subject_id: 'SLIPWAY_KEY_SECRET', before: { fingerprint: replaced[0] } }])
    await start(secrets[1]!, first!.key, { replaced })
    for (const secret of [secrets[0]!, `third-${secrets[0]!}`])
      await expect(start(secret, first!.key, { replaced })).rejects.toThrow(/^SLIPWAY_KEY_SECRET /)
    expect(await readEvents()).toHaveLength(1)
  })

  it('accepts a different SLIPWAY_AUDIT_KEY if the earlier key is trusted', async () => {
    await start(secrets[0]!, first!.key)
    await expect(start(secrets[0]!, second!.key)).rejects.toThrow(/SLIPWAY_AUDIT_KEY .*SLIPWAY_AUDIT_TRUSTED_KEYS/)
    await start(secrets[0]!, second!.key, { trusted: [first!.publicPem] })
    expect((await readRows()).slice(0, 2)).toEqual([
      ['SLIPWAY_AUDIT_KEY', 1, first!.id, undefined],
      ['SLIPWAY_AUDIT_KEY', 2, second!.id, first!.id],
    ])
    await expect(start(secrets[0]!, first!.key)).rejects.toThrow(/^SLIPWAY_AUDIT_KEY /)
  })

  it('reports an earlier audit key that signed checkpoints and is no longer trusted', async () => {
    await start(secrets[0]!, first!.key)
    await sql`insert into audit_events (id, actor_name, credential, operation, outcome, request_id)
      values (gen_random_uuid(), 'x', 'none', 'x', 'allowed', 'x')`.execute(server.db)
    const config = configOf(secrets[0]!, first!.key)
    await chainAll({ db: server.db, config, now: () => new Date(), log: logger('silent') }, { seq: 0 })
    expect(await start(secrets[0]!, second!.key, { trusted: [first!.publicPem] })).toEqual([])
    expect(await start(secrets[0]!, second!.key)).toEqual([first!.id])
  })

  it('names the file of an audit key that Slipway created itself', async () => {
    const [own, other] = [configOf(secrets[0]!, undefined), configOf(secrets[0]!, undefined)]
    await checkKeys(server.db, own)
    await checkKeys(server.db, own)
    await expect(checkKeys(server.db, other)).rejects.toThrow(other.dataDir)
  })
})

describe('the database', () => {
  const insert = (number: number, fingerprint: number, replaces: number | null) =>
    server.db
      .insertInto('key_fingerprints')
      .values({
        setting: 'SLIPWAY_KEY_SECRET',
        number,
        fingerprint: Buffer.alloc(32, fingerprint),
        replaces: replaces === null ? null : Buffer.alloc(32, replaces),
      })
      .execute()

  it('replaces a fingerprint only if the row names the previous one and there is an audit event', async () => {
    await insert(1, 1, null)
    const denied = { code: '42501', constraint: 'key_replaced_on_purpose' }
    await expect(insert(2, 2, 1)).rejects.toMatchObject(denied)
    await sql`insert into audit_events (id, actor_name, credential, operation, subject_kind, subject_id, after, outcome, request_id)
      values (gen_random_uuid(), 'x', 'none', 'keyReplaced', 'setting', 'SLIPWAY_KEY_SECRET', '{"fingerprint": "0202020202020202"}', 'allowed', 'x')`.execute(
      server.db,
    )
    await expect(insert(2, 3, 1)).rejects.toMatchObject(denied)
    await expect(insert(2, 2, 3)).rejects.toMatchObject(denied)
    await expect(insert(3, 2, 1)).rejects.toMatchObject(denied)
    await insert(2, 2, 1)
    await expect(insert(2, 4, 1)).rejects.toMatchObject({ code: '42501' })
  })

  it('prevents both the server and the owner from changing or removing a fingerprint', async () => {
    await insert(1, 1, null)
    const owner = openDatabase(database.url, { max: 1 })
    for (const statement of [
      sql`update key_fingerprints set number = 2`,
      sql`delete from key_fingerprints`,
      sql`truncate key_fingerprints`,
    ]) {
      await expect(statement.execute(server.db)).rejects.toMatchObject({ code: '42501' })
      await expect(statement.execute(owner.db)).rejects.toMatchObject({ code: '42501', constraint: 'append_only' })
    }
    await owner.close()
  })
})
