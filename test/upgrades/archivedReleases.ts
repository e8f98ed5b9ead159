import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import type { KeySettings } from '../../server/auth/keyFingerprints.ts'
import { readMigrations } from '../../server/db/migrationFiles.ts'
import { keySecret } from '../../simulator/core/constants.ts'

/** A release whose schema and sample data are stored in `releases/<last migration>/` by `node scripts/archiveRelease.ts`. */
export interface ArchivedRelease {
  commit: string
  backup: string
  keys: KeySettings
  sources: URL
  close(): void
}

export interface ReleaseFacts {
  commit: string
  /** Public half of the audit key. The private half is not stored, because only a new backup needs it. */
  auditKey: string
  /** Texts of the files in `server/db/functions`, by path. Migrations are not stored, because they never change. */
  functions: Record<string, string>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const releases = path.join(root, 'test/upgrades/releases')

export const archivedReleases = readdirSync(releases).sort()

const minVersion = readMigrations(new URL('../../server/db/migrations/', import.meta.url)).at(-1)!.minVersion
export const runnableReleases = archivedReleases.filter((name) => Number(name) >= minVersion)

export function openRelease(name: string): ArchivedRelease {
  const version = Number(name)
  const { commit, auditKey, functions } = JSON.parse(
    zstdDecompressSync(readFileSync(path.join(releases, name, 'schema.zst'))).toString(),
  ) as ReleaseFacts
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-release-'))
  for (const [file, text] of Object.entries(functions)) {
    const target = path.join(folder, 'functions', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  const migrations = path.join(root, 'server/db/migrations')
  for (const file of readdirSync(migrations).filter((each) => Number(each.slice(0, 4)) <= version))
    cpSync(path.join(migrations, file), path.join(folder, 'migrations', file), { recursive: true })
  return {
    commit,
    backup: path.join(releases, name, 'sample.backup'),
    keys: { keySecret, audit: { key: undefined, trustedKeys: [auditKey], checkpoints: undefined }, dataDir: folder, replacedKeys: [] },
    sources: pathToFileURL(`${folder}/`),
    close: () => rmSync(folder, { recursive: true }),
  }
}
