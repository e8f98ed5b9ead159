import { createHash } from 'node:crypto'
import { chownSync, cpSync, globSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { seed } from '../sample/seed.ts'
import { type LaunchedPostgres, launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { databaseUrl, runtimeRoleUrl, withClient } from './postgresServer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const keptDir = path.join(root, '.slipway/test-postgres')

/** Sample data is dated by the day it was made. A whole run takes about this long, so every test passes with data of this age. */
const maxAgeMs = 30 * 60_000

/**
 * A PostgreSQL for one run, in a folder of its own. It starts from a copy of what an earlier run kept of this very code, so that a run of
 * one file does not migrate and fill a database first.
 */
export async function launchFilledPostgres(dataDir: string, prefix: string): Promise<LaunchedPostgres> {
  const launch = () => launchPostgres({ dataDir, durable: false })
  const kept = path.join(keptDir, hashOfSources())
  if (isRecent(kept) && copied(kept, dataDir)) return launch()
  const launched = await launch()
  try {
    await createTemplate(launched.url, prefix)
  } finally {
    await launched.stop() // what is copied must be at rest
  }
  keep(dataDir, kept)
  return launch()
}

const isRecent = (folder: string) => Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < maxAgeMs

/** False when another run has removed the folder meanwhile. */
function copied(from: string, to: string): boolean {
  try {
    copy(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    rmSync(to, { recursive: true, force: true })
    return false
  }
}

/** Copies aside and renames, so that a run that is killed leaves nothing that another would take for whole. */
function keep(dataDir: string, kept: string): void {
  mkdirSync(keptDir, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(keptDir)) if (!isRecent(path.join(keptDir, name))) remove(path.join(keptDir, name))
  const draft = aside(kept)
  copy(dataDir, draft)
  try {
    renameSync(draft, kept)
  } catch (error) {
    // Another run of the same code was quicker.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    rmSync(draft, { recursive: true, force: true })
  }
}

const aside = (folder: string) => `${folder}.${process.pid}`

/** Renames first: a run that is copying the folder at the moment then fails to find a file, and never takes a part for the whole. */
function remove(folder: string): void {
  const gone = aside(folder)
  try {
    renameSync(folder, gone)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return
  }
  rmSync(gone, { recursive: true, force: true })
}

/** Copies the data folder of a stopped server, without the port that it used. Its files may belong to another account. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (file) => file !== path.join(from, 'port') })
  if (process.getuid?.() !== 0) return
  const entries = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'port')
  for (const name of ['', ...entries]) {
    const { uid, gid } = lstatSync(path.join(from, name))
    if (uid !== 0 || gid !== 0) chownSync(path.join(to, name), uid, gid)
  }
}

/** The migrated and filled database that every test file gets a copy of, and the role that servers sign in with. */
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

/** A hash of this module with all that it imports, the migrations, and the lock file. */
function hashOfSources(): string {
  const files = new Set([path.join(root, 'package-lock.json')])
  const add = (module: string): void => {
    if (files.has(module)) return
    files.add(module)
    const imports = readFileSync(module, 'utf8').matchAll(/^(?:import|export)\b(?! type)[^']*'(\.[^']+)'/gm)
    for (const [, name = ''] of imports) add(path.resolve(path.dirname(module), name))
  }
  add(fileURLToPath(import.meta.url))
  for (const migration of globSync('server/db/migrations/**/*.sql', { cwd: root })) files.add(path.join(root, migration))
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}
