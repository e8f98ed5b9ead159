import { existsSync } from 'node:fs'
import path from 'node:path'
import { auditKeyFile } from '../server/audit/auditKey.ts'
import type { KeySettings } from '../server/auth/keyFingerprints.ts'
import { BackupError } from '../server/backup/backupError.ts'
import { openEnvironment } from '../server/config/environment.ts'
import { readAudit } from '../server/config/observability.ts'
import { launchPostgres } from '../server/db/launcher.ts'

export interface OperatorSettings {
  keys: KeySettings
  /** Connection string of the role that owns the tables. */
  databaseUrl: string
  runtimeUrl: string
  close(): Promise<void>
}

/**
 * Reads the settings that commands on the whole database need, as the server has them. Without `DATABASE_URL`, the embedded PostgreSQL in
 * `SLIPWAY_DATA` is started unless it is running.
 * @throws BackupError that lists what is missing
 */
export async function openSettings(env: Record<string, string | undefined>): Promise<OperatorSettings> {
  const environment = openEnvironment(env)
  const { read, need, list, problems } = environment
  const keys: KeySettings = {
    keySecret: need('SLIPWAY_KEY_SECRET', 'the secret of this installation'),
    audit: readAudit(environment),
    dataDir: read('SLIPWAY_DATA') ?? '.slipway',
    replacedKeys: list('SLIPWAY_REPLACED_KEYS'),
  }
  const runtimeUrl = read('DATABASE_URL')
  const databaseUrl = read('DATABASE_MIGRATION_URL') ?? read('DATABASE_DIRECT_URL') ?? runtimeUrl
  if (!keys.audit.key && !existsSync(path.join(keys.dataDir, auditKeyFile)))
    problems.push(`SLIPWAY_AUDIT_KEY is missing, and ${keys.dataDir} has no ${auditKeyFile}`)
  if (problems.length > 0) throw new BackupError(problems.map((problem) => `${problem}.`).join('\n'))
  if (databaseUrl && runtimeUrl) return { keys, databaseUrl, runtimeUrl, close: async () => {} }
  const postgres = await launchPostgres({ dataDir: path.join(keys.dataDir, 'postgres') })
  return { keys, databaseUrl: postgres.url, runtimeUrl: postgres.runtimeUrl, close: postgres.stop }
}
