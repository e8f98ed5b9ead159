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
const postgresDir = path.join(root, '.slipway/test-postgres')

/** Sample data has dates relative to its creation, so an older copy is not used. */
const maxAgeMs = 30 * 60_000
/** The number of kept clusters, of about 100 MB each. */
const maxStoredClusters = 2

/**
 * Starts a PostgreSQL for a run, in its own folder.
 * @param canReuse lets a partial run start from a copy that an earlier run stored for the same code, which skips migrations and sample
 * data; a complete run never does
 */
export async function launchFilledPostgres(dataDir: string, prefix: string, canReuse: boolean): Promise<LaunchedPostgres> {
  const launch = () => launchPostgres({ dataDir, durable: false })
  const storePath = canReuse ? path.join(postgresDir, hashOfSources()) : undefined
  if (storePath && isUsable(storePath)) {
    try {
      copyCluster(storePath, dataDir)
      return await launch()
    } catch {
      // Another run has removed the copy, or it is damaged, so this run creates its own.
      for (const folder of [dataDir, storePath]) rmSync(folder, { recursive: true, force: true })
    }
  }
  const launchedServer = await launch()
  try {
    await createTemplate(launchedServer.url, prefix)
  } catch (error) {
    await launchedServer.stop()
    throw error
  }
  if (!storePath) return launchedServer
  await launchedServer.stop() // The server must be stopped before its files are copied.
  keep(dataDir, storePath)
  return launch()
}

function isUsable(folder: string): boolean {
  const createdAt = statSync(folder, { throwIfNoEntry: false })?.mtime
  const now = new Date()
  return createdAt !== undefined && now.getTime() - createdAt.getTime() < maxAgeMs && createdAt.getUTCDate() === now.getUTCDate()
}

/** The copy is created beside its final path and renamed, so that a killed run leaves no incomplete copy. */
function keep(dataDir: string, storePath: string): void {
  try {
    mkdirSync(postgresDir, { recursive: true, mode: 0o700 })
    const draft = mkdtempSync(path.join(postgresDir, 'draft-'))
    copyCluster(dataDir, draft)
    rmSync(storePath, { recursive: true, force: true })
    renameSync(draft, storePath)
    const byAge = readdirSync(postgresDir)
      .map((name) => path.join(postgresDir, name))
      .map((folder) => ({ folder, createdAt: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((left, right) => right.createdAt - left.createdAt)
    for (const { folder } of byAge.slice(maxStoredClusters)) rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // Tests don’t need the copy; it only saves time.
    console.warn(`The test database could not be stored for the next run: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Copies a stopped server’s data folder without its port. The files can belong to another user. */
function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (file) => file !== path.join(from, 'port') })
  if (process.getuid?.() !== 0) return
  const entries = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'port')
  for (const name of ['', ...entries]) {
    const { uid, gid } = lstatSync(path.join(from, name))
    if (uid !== 0 || gid !== 0) chownSync(path.join(to, name), uid, gid)
  }
}

export async function createTemplate(url: string, prefix: string): Promise<void> {
  const template = `${prefix}template`
  const runtime = runtimeRoleUrl(url, prefix)
  await withClient(url, async (client) => {
    await client.query(`create database ${template}`)
    await client.query(`create role ${runtime.role} login password '${runtime.password}'`)
  })
  await migrate(databaseUrl(url, template), databaseUrl(runtime.url, template))
  await seed(databaseUrl(url, template), { issuer: 'https://issuer.invalid' })
  await withClient(databaseUrl(url, template), (client) => client.query('vacuum (full, analyze)'))
}

function hashOfSources(): string {
  const files = new Set([path.join(root, 'package-lock.json')])
  const add = (module: string): void => {
    if (files.has(module)) return
    files.add(module)
    const imports = readFileSync(module, 'utf8').matchAll(
      /^(?!(?:import|export) type)[^'\n]*\bfrom '(\.[^']+\.ts)'|^import '(\.[^']+\.ts)'/gm,
    )
    for (const [, from, bareImport] of imports) add(path.resolve(path.dirname(module), (from ?? bareImport)!))
  }
  add(fileURLToPath(import.meta.url))
  for (const file of globSync('{server/db,sample}/**/*.*', { cwd: root })) files.add(path.join(root, file))
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}
