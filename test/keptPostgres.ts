import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { seed } from '../sample/seed.ts'
import { type LaunchedPostgres, launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { databaseUrl, runtimeRoleUrl, withClient } from './postgresServer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const keptDir = path.join(root, '.slipway/test-postgres')

/** Sample data is dated by the moment it was made, so a copy that is older than this is not used. */
const maxAgeMs = 30 * 60_000
/** Clusters that are kept at once, the newest ones; each takes about 100 MB. */
const maxKept = 2

/**
 * Starts a PostgreSQL for one run, in a folder of its own.
 * @param mayReuse for a run of single files: it starts from the copy that an earlier run kept of this very code, which saves migrating and
 *   filling a database. A whole run always begins from nothing.
 */
export async function launchFilledPostgres(dataDir: string, prefix: string, mayReuse: boolean): Promise<LaunchedPostgres> {
  const launch = () => launchPostgres({ dataDir, durable: false })
  const kept = mayReuse ? path.join(keptDir, hashOfSources()) : undefined
  if (kept && isUsable(kept)) {
    try {
      copyCluster(kept, dataDir)
      return await launch()
    } catch {
      // Another run removed the copy meanwhile, or it is damaged: this run makes its own.
      for (const folder of [dataDir, kept]) rmSync(folder, { recursive: true, force: true })
    }
  }
  const launched = await launch()
  try {
    await createTemplate(launched.url, prefix)
  } catch (error) {
    await launched.stop()
    throw error
  }
  if (!kept) return launched
  await launched.stop() // what is copied must be at rest
  keep(dataDir, kept)
  return launch()
}

function isUsable(folder: string): boolean {
  const madeAt = statSync(folder, { throwIfNoEntry: false })?.mtime
  const now = new Date()
  return madeAt !== undefined && now.getTime() - madeAt.getTime() < maxAgeMs && madeAt.getUTCDate() === now.getUTCDate()
}

/** The copy is made beside its place and renamed, so that a run that is killed leaves nothing that another would take for whole. */
function keep(dataDir: string, kept: string): void {
  try {
    mkdirSync(keptDir, { recursive: true, mode: 0o700 })
    const draft = mkdtempSync(path.join(keptDir, 'draft-'))
    copyCluster(dataDir, draft)
    rmSync(kept, { recursive: true, force: true })
    renameSync(draft, kept)
    const byAge = readdirSync(keptDir)
      .map((name) => path.join(keptDir, name))
      .map((folder) => ({ folder, madeAt: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((one, other) => other.madeAt - one.madeAt)
    for (const { folder } of byAge.slice(maxKept)) rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // The tests need no copy: they only start faster with one.
    console.warn(`The test database could not be kept for the next run: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Copies the data folder of a stopped server, without the port that it used. Its files can belong to another account. */
function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (file) => file !== path.join(from, 'port') })
  if (process.getuid?.() !== 0) return
  const entries = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'port')
  for (const name of ['', ...entries]) {
    const { uid, gid } = lstatSync(path.join(from, name))
    if (uid !== 0 || gid !== 0) chownSync(path.join(to, name), uid, gid)
  }
}

/** Makes the migrated and filled database that every test file gets a copy of, and the role that servers sign in with. */
export async function createTemplate(url: string, prefix: string): Promise<void> {
  const template = `${prefix}template`
  const runtime = runtimeRoleUrl(url, prefix)
  await withClient(url, async (client) => {
    await client.query(`create database ${template}`)
    await client.query(`create role ${runtime.role} login password '${runtime.password}'`)
  })
  await migrate(databaseUrl(url, template), databaseUrl(runtime.url, template))
  await seed(databaseUrl(url, template), { issuer: 'https://issuer.invalid' })
}

/** A hash of this module with all that it imports, everything of the database and of the sample company, and the lock file. */
function hashOfSources(): string {
  const files = new Set([path.join(root, 'package-lock.json')])
  const add = (module: string): void => {
    if (files.has(module)) return
    files.add(module)
    const imports = readFileSync(module, 'utf8').matchAll(
      /^(?!(?:import|export) type)[^'\n]*\bfrom '(\.[^']+\.ts)'|^import '(\.[^']+\.ts)'/gm,
    )
    for (const [, from, bare] of imports) add(path.resolve(path.dirname(module), (from ?? bare)!))
  }
  add(fileURLToPath(import.meta.url))
  for (const file of globSync('{server/db,sample}/**/*.*', { cwd: root })) files.add(path.join(root, file))
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}
