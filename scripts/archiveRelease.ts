import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { launchPostgres } from '../server/db/launcher.ts'
import { keySecret } from '../simulator/core/constants.ts'
import type { ReleaseFacts } from '../test/upgrades/archivedReleases.ts'

/**
 * Stores the schema and the sample company of a release, from which the upgrade test starts (test/upgrades):
 *
 *     node scripts/archiveRelease.ts [folder of a checkout of the release, with its packages]
 *
 * Everything is created by the code of the release. Without a folder, the release is this version.
 */
const own = fileURLToPath(new URL('..', import.meta.url))
const release = path.resolve(process.argv[2] ?? own)
if (execFileSync('git', ['status', '--porcelain'], { cwd: release, encoding: 'utf8' }) !== '')
  throw new Error(`${release} has changes that are not committed. The release would differ from its commit.`)
const importFrom = (file: string) => import(pathToFileURL(path.join(release, file)).href)

/** The sample's people have this issuer in the tests too. */
const issuer = 'https://issuer.invalid'
const sampleEvents = 3

async function keep(folder: string): Promise<void> {
  const { migrate, readSources }: typeof import('../server/migrate.ts') = await importFrom('server/migrate.ts')
  const { seed }: typeof import('../sample/seed.ts') = await importFrom('sample/seed.ts')
  const { writeBackup }: typeof import('../server/backup/writeBackup.ts') = await importFrom('server/backup/writeBackup.ts')
  const keys = {
    keySecret,
    audit: { key: newPem(), trustedKeys: [], checkpoints: undefined },
    dataDir: folder,
    replacedKeys: [],
  }
  const postgres = await launchPostgres({ dataDir: path.join(folder, 'postgres'), durable: false })
  try {
    await migrate(postgres.url)
    await seed(postgres.url, { issuer, demonstration: true })
    const auditKey = await writeAuditEvents(postgres.url, keys)
    const target = path.join(own, 'test/upgrades/releases', String(readSources().migrations.length).padStart(4, '0'))
    mkdirSync(target, { recursive: true })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const raw = path.join(folder, 'sample.backup')
    await writeBackup(client, keys, createWriteStream(raw))
    await client.end()
    // Backups are compressed for speed. This file is committed, so it is compressed for size.
    writeFileSync(path.join(target, 'sample.backup'), compress(zstdDecompressSync(readFileSync(raw))))
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: release, encoding: 'utf8' }).trim()
    const facts: ReleaseFacts = { commit, auditKey, functions: readFunctions() }
    writeFileSync(path.join(target, 'schema.zst'), compress(Buffer.from(JSON.stringify(facts))))
    for (const name of readdirSync(target)) console.log(`${path.join(target, name)}: ${statSync(path.join(target, name)).size} bytes`)
  } finally {
    await postgres.stop()
  }
}

const compress = (content: Buffer) =>
  zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 24 } })

const newPem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

async function writeAuditEvents(
  url: string,
  keys: Parameters<typeof import('../server/auth/keyFingerprints.ts').checkKeys>[1],
): Promise<string> {
  const { openDatabase }: typeof import('../server/db/database.ts') = await importFrom('server/db/database.ts')
  const { checkKeys }: typeof import('../server/auth/keyFingerprints.ts') = await importFrom('server/auth/keyFingerprints.ts')
  const { auditKey }: typeof import('../server/audit/auditKey.ts') = await importFrom('server/audit/auditKey.ts')
  const { chainNextBatch }: typeof import('../server/audit/sequencer.ts') = await importFrom('server/audit/sequencer.ts')
  const { recordSystemEvent }: typeof import('../server/audit/recordSystemEvent.ts') = await importFrom('server/audit/recordSystemEvent.ts')
  const key = auditKey(keys)
  const { db, close } = openDatabase(url, { max: 2 })
  try {
    await checkKeys(db, keys)
    for (let n = 1; n <= sampleEvents; n++)
      await recordSystemEvent(db, {
        action: 'rolesChanged',
        subject: { kind: 'setting', id: 'stepUp' },
        reason: `Event ${n} of the sample.`,
      })
    await chainNextBatch({ db, key, trusted: [], now: () => new Date() })
  } finally {
    await close()
  }
  return key.publicPem
}

function readFunctions(): Record<string, string> {
  const folder = path.join(release, 'server/db/functions')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(sql|json)$/.test(file))
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

const folder = mkdtempSync(path.join(tmpdir(), 'slipway-keep-'))
try {
  await keep(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
