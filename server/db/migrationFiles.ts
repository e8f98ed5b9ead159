import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { MigrationError } from './migrationError.ts'

export interface Migration {
  version: number
  name: string
  files: { path: string; sql: string }[]
  checksum: string
  /** True if some older processes don't work once this migration has run. */
  isContract: boolean
  /** The oldest version whose processes still work once this migration has run. */
  minVersion: number
}

const kindPattern = /^-- (?:expand|contract (?<minimum>\d{4})): \S/

/**
 * Reads the migrations in the order of their versions. The first line of each says whether older processes still work: `-- expand: <reason
 * why they do>`, or `-- contract 0005: <reason why processes before 0005 don’t>`. The baseline has no such line.
 * @throws MigrationError if a migration has no such line, or lowers the minimum of an earlier one
 */
export function readMigrations(folder: URL): Migration[] {
  const migrations = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => /^\d{4}_\w+(\.sql)?$/.test(name))
    .map((entry) => {
      const paths = entry.isDirectory()
        ? readdirSync(new URL(`${entry.name}/`, folder))
            .filter((name) => name.endsWith('.sql'))
            .sort()
            .map((name) => `${entry.name}/${name}`)
        : [entry.name]
      const files = paths.map((path) => ({ path, sql: readFileSync(new URL(path, folder), 'utf8') }))
      const hash = createHash('sha256')
      for (const { sql } of files) hash.update(sql)
      const name = entry.name.replace(/\.sql$/, '')
      return { version: Number(name.slice(0, 4)), name, files, checksum: hash.digest('hex') }
    })
    .sort((a, b) => a.version - b.version)
  let minVersion = 1
  return migrations.map((migration, position) => {
    const minimum = position === 0 ? undefined : minimumOf(migration, minVersion)
    minVersion = minimum ?? minVersion
    return { ...migration, isContract: minimum !== undefined, minVersion }
  })
}

function minimumOf({ version, name, files }: Pick<Migration, 'version' | 'name' | 'files'>, previous: number): number | undefined {
  const kind = kindPattern.exec(files[0]?.sql ?? '')
  if (!kind)
    throw new MigrationError(
      `The first line of migration ${name} must be “-- expand: <reason>” or “-- contract NNNN: <reason>”, where NNNN is the oldest migration whose processes still work.`,
    )
  if (!kind.groups?.minimum) return undefined
  const minimum = Number(kind.groups.minimum)
  const lowest = Math.max(2, previous)
  if (minimum < lowest || minimum > version)
    throw new MigrationError(`The minimum of migration ${name} must be a migration from ${lowest} to ${version}, not ${minimum}.`)
  return minimum
}
