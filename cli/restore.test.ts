import { randomUUID } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAuditTrail } from '../server/audit/databaseAuditTrail.ts'
import { chainNextBatch } from '../server/audit/sequencer.ts'
import { verifyChain } from '../server/audit/verifyChain.ts'
import { moreData } from '../server/backup/readBackup.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/migrate.ts'
import { invalidTrail } from '../server/restoreDatabase.ts'
import { withClient } from '../test/postgresServer.ts'
import { migrationNames } from '../test/releases.ts'
import { addSession, createEmptyDatabase, digestTables, newPem, openSource, run, type Source } from './backup.fixture.ts'
import { pausedText } from './restore.ts'

let source: Source
let target: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeAll(async () => {
  source = await openSource(5)
  expect(await run('backup', [file('good')], source.env)).toMatchObject({ code: 0 })
})
afterAll(() => source.close())
beforeEach(async () => {
  target = await createEmptyDatabase()
})
afterEach(() => target.drop())

const file = (name: string) => source.files.file(name)
const restore = (args: string[], env: Record<string, string | undefined> = {}) =>
  run('restore', args, { ...source.env, DATABASE_URL: target.runtimeUrl, DATABASE_MIGRATION_URL: target.url, ...env })
const query = async (text: string) => (await withClient(target.url, (client) => client.query(text))).rows

async function expectError(name: string, message: string, env?: Record<string, string | undefined>) {
  for (const args of [[file(name)], ['--verify', file(name)]]) {
    const { code, out, error } = await restore(args, env)
    expect([code, out, error]).toEqual([2, '', expect.stringContaining(message)])
  }
  expect(await target.tables()).toBe(0)
}

async function backUpWith(name: string, change: string, undo: string) {
  await sql.raw(change).execute(source.db)
  try {
    expect(await run('backup', [file(name)], source.env)).toMatchObject({ code: 0 })
  } finally {
    await sql.raw(undo).execute(source.db)
  }
}

describe('slipway restore', () => {
  it('restores every row, sequence and key, so that the server can start', async () => {
    expect(await restore([file('good')])).toMatchObject({ code: 0, error: '' })
    expect(await digestTables(target.url)).toEqual(await digestTables(source.url))
    const next = `select nextval('account_request_number')::int as next`
    expect(await query(next)).toEqual((await withClient(source.url, (client) => client.query(next))).rows)
    await migrate(target.url, target.runtimeUrl)
    expect(
      await query(`select count(*)::int as links from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`),
    ).toEqual(
      (
        await withClient(source.url, (client) =>
          client.query(`select count(*)::int as links from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`),
        )
      ).rows,
    )
  })

  it('records the restore in the audit trail, which stays valid', async () => {
    expect(await restore([file('good')])).toMatchObject({ code: 0 })
    const { db, close } = openDatabase(target.url, { max: 2 })
    await chainNextBatch({ db, key: source.key, trusted: [], now: () => new Date(Date.now() + 120_000) })
    const verification = await withAuditTrail(db, (auditTrail) => verifyChain(auditTrail, { keys: [source.key] }))
    expect(verification).toMatchObject({ outcome: 'sound', events: 6, signedTo: 6, waiting: 0 })
    const event = await db.selectFrom('audit_events').selectAll().where('operation', '=', 'databaseRestored').executeTakeFirstOrThrow()
    expect(event).toMatchObject({ subject_kind: 'databaseRestore', request_id: 'command restore', after: { kind: 'backup' } })
    expect(await db.selectFrom('database_restores').select(['id', 'closed_at']).execute()).toEqual([
      { id: event.subject_id, closed_at: null },
    ])
    await close()
  })

  it('tests the restore with --verify and leaves the database empty', async () => {
    expect(await restore(['--verify', file('good')])).toMatchObject({ code: 0, out: expect.not.stringContaining(pausedText) })
    expect(await target.tables()).toBe(0)
  })

  it('rejects a file that is truncated, damaged, extended or not a backup', async () => {
    const bytes = readFileSync(file('good'))
    for (const length of [0, 5, Math.floor(bytes.length / 2), bytes.length - 1]) {
      writeFileSync(file('bad'), bytes)
      truncateSync(file('bad'), length)
      expect(await restore([file('bad')])).toMatchObject({ code: 2, out: '' })
    }
    for (const position of [100, Math.floor(bytes.length / 3), bytes.length - 40]) {
      const changed = Buffer.from(bytes)
      changed[position]! ^= 1
      writeFileSync(file('bad'), changed)
      expect(await restore([file('bad')])).toMatchObject({ code: 2, out: '' })
    }
    writeFileSync(file('bad'), 'not a backup')
    expect(await restore([file('bad')])).toMatchObject({ code: 2, out: '' })
    writeFileSync(file('bad'), zstdCompressSync(Buffer.concat([zstdDecompressSync(bytes), Buffer.from('R\0\0\0\x01x', 'latin1')])))
    await expectError('bad', moreData)
    expect(await restore([file('missing')])).toMatchObject({ code: 2, error: expect.stringContaining('no such file') })
  })

  it('rejects altered rows, and an altered manifest', async () => {
    const text = zstdDecompressSync(readFileSync(file('good'))).toString('latin1')
    const write = (changed: string) => writeFileSync(file('altered'), zstdCompressSync(Buffer.from(changed, 'latin1')))
    write(text.replace('Event 3', 'Event 9'))
    await expectError('altered', ' audit_events ')
    write(text.replace(/(?<="revision":\d*)\d(?!\d)/, (digit) => String((Number(digit) + 1) % 10)))
    await expectError('altered', source.key.id)
  })

  it('rejects a backup with different keys, and names the keys', async () => {
    await expectError('good', 'SLIPWAY_KEY_SECRET', { SLIPWAY_KEY_SECRET: 'z'.repeat(40) })
    await expectError('good', 'SLIPWAY_AUDIT_TRUSTED_KEYS', { SLIPWAY_AUDIT_KEY: newPem() })
  })

  it('restores after the audit key was replaced on purpose', async () => {
    const env = { SLIPWAY_AUDIT_KEY: newPem(), SLIPWAY_AUDIT_TRUSTED_KEYS: source.key.publicPem }
    expect(await restore([file('good')], env)).toMatchObject({ code: 0, error: '' })
  })

  it('rejects a backup of a newer schema, or of a different migration with the same number', async () => {
    const insert = `insert into schema_migrations (version, name, checksum) values (999, '0999_later', repeat('a', 64))`
    await backUpWith('newer', insert, 'delete from schema_migrations where version = 999')
    await expectError('newer', '0999_later')
    const rename = (checksum: string) => `update schema_migrations set checksum = ${checksum} where version = 2`
    const { rows } = await sql<{ checksum: string }>`select checksum from schema_migrations where version = 2`.execute(source.db)
    await backUpWith('other', rename(`repeat('b', 64)`), rename(`'${rows[0]!.checksum}'`))
    await expectError('other', migrationNames[1]!)
  })

  it('rejects an audit trail that was changed before the backup', async () => {
    const change = (from: string, to: string) =>
      `alter table audit_events disable trigger user; update audit_events set reason = '${to}' where reason = '${from}'; alter table audit_events enable trigger user`
    await backUpWith('forged', change('Event 3', 'Event X'), change('Event X', 'Event 3'))
    await expectError('forged', invalidTrail(''))
    expect(await restore([file('forged'), '--despite-findings'])).toMatchObject({ code: 0 })
    expect(
      await query(`select jsonb_array_length(after->'findings') as findings from audit_events where operation = 'databaseRestored'`),
    ).toEqual([{ findings: 1 }])
  })

  it('rejects data that violates an invariant', async () => {
    const insert = `insert into key_fingerprints (setting, number, fingerprint, replaces) values ('SLIPWAY_KEY_SECRET', 3, sha256('a'), sha256('b'))`
    const change = (statement: string) =>
      `alter table key_fingerprints disable trigger user; ${statement}; alter table key_fingerprints enable trigger user`
    const settings = `select encode(sha256('a'), 'hex') as fingerprint`
    const { rows } = await sql.raw<{ fingerprint: string }>(settings).execute(source.db)
    await sql.raw(change(insert)).execute(source.db)
    const written = await run('backup', [file('violated')], { ...source.env, SLIPWAY_REPLACED_KEYS: rows[0]!.fingerprint.slice(0, 16) })
    await sql.raw(change('delete from key_fingerprints where number = 3')).execute(source.db)
    expect(written).toMatchObject({ code: 0 })
    await expectError('violated', 'key-replacements-name-the-key-before', { SLIPWAY_REPLACED_KEYS: rows[0]!.fingerprint.slice(0, 16) })
  })

  it('rejects a database that isn’t empty, without changing it', async () => {
    await query('create table precious (id int)')
    expect(await restore([file('good')])).toMatchObject({ code: 2, error: expect.stringContaining(' precious') })
    expect(await target.tables()).toBe(1)
    const before = await digestTables(source.url)
    expect(await run('restore', [file('good')], source.env)).toMatchObject({ code: 2, error: expect.any(String) })
    expect(await digestTables(source.url)).toEqual(before)
  })

  it('completes only the first of two concurrent restores', async () => {
    const outcomes = await Promise.all([restore([file('good')]), restore([file('good')])])
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 2])
    expect(await query('select count(*)::int as restores from database_restores')).toEqual([{ restores: 1 }])
  })
})

describe('slipway restore --mark', () => {
  const readOpen = () =>
    source.db.selectFrom('database_restores').select(['id', 'kind', 'data_at']).where('closed_at', 'is', null).execute()

  it('pauses a database that was restored by other means, and ends its sessions', async () => {
    await addSession(source.db)
    const marks = await Promise.all([run('restore', ['--mark'], source.env), run('restore', ['--mark'], source.env)])
    expect(marks.map(({ code }) => code)).toEqual([0, 0])
    expect(new Set(marks.map(({ out }) => out)).size).toBe(2)
    expect(await readOpen()).toEqual([expect.objectContaining({ kind: 'pointInTime' })])
    expect(await source.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  it('ends sessions again while a restore is open, and prevents the acceptance of its report', async () => {
    const [before] = await readOpen()
    const report = { id: randomUUID(), restore_id: before!.id, number: 1, requested_by: null, ended_at: new Date() }
    await source.db.insertInto('restore_reports').values(report).execute()
    await addSession(source.db)
    expect(await run('restore', ['--mark'], source.env)).toMatchObject({ code: 0, error: '' })
    const [after] = await readOpen()
    expect(after).toMatchObject({ kind: 'pointInTime', data_at: before!.data_at })
    expect(after!.id).not.toBe(before!.id)
    expect(await source.db.selectFrom('restore_reports').select('id').where('restore_id', '=', after!.id).execute()).toEqual([])
    for (const table of ['sessions', 'sign_ins'] as const) expect(await source.db.selectFrom(table).selectAll().execute()).toEqual([])
    const ann = await source.db.selectFrom('people').select('id').where('display_name', '=', 'Ann').limit(1).executeTakeFirstOrThrow()
    const accept = source.db
      .updateTable('database_restores')
      .set({ closed_at: new Date(), accepted_by: ann.id, accepted_report: report.id, comment: 'Compared with the list.' })
      .where('id', '=', after!.id)
    await expect(accept.execute()).rejects.toMatchObject({ constraint: 'restore_accepted_with_report' })
  })
})
