import type pg from 'pg'
import { keysToTrust } from './audit/auditKey.ts'
import { auditTrailIn } from './audit/databaseAuditTrail.ts'
import { type Verification, verifyChain } from './audit/verifyChain.ts'
import { type KeySettings, requireKeys } from './auth/keyFingerprints.ts'
import { BackupError } from './backup/backupError.ts'
import { loadTables } from './backup/loadTables.ts'
import type { Manifest } from './backup/manifest.ts'
import { checkBackup } from './backup/readBackup.ts'
import { recordRestore } from './backup/recordRestore.ts'
import type { Db } from './db/database.ts'
import { databaseOver } from './db/databaseOver.ts'
import { checkInvariants, invariants } from './db/invariants.ts'
import { completeSchema, createTables, migrationLockId, readSources } from './migrate.ts'

interface RestoreOptions {
  keys: KeySettings
  restoredBy: string
  verifyOnly: boolean
  /** Restores even if the audit trail has findings or the data violates invariants, and records the findings. */
  despiteFindings: boolean
}

export interface RestoreResult {
  manifest: Manifest
  verification: Verification
  findings: string[]
}

/**
 * Restores a backup into an empty database, in one transaction that also checks the audit trail and the data invariants. The restored
 * Slipway starts paused.
 * @param client a connection without a transaction, with the role that owns the database
 * @throws BackupError if the backup is damaged or its keys differ, if the database is not empty, or if a check fails; nothing was changed
 */
export async function restoreDatabase(client: pg.Client, file: string, options: RestoreOptions): Promise<RestoreResult> {
  const { keys, restoredBy, verifyOnly, despiteFindings } = options
  const manifest = await checkBackup(file, keys)
  requireKeys(manifest.keys, keys)
  requireKnownSchema(manifest)
  await client.query('begin')
  try {
    await requireEmpty(client)
    await createTables(client, manifest.migrations.at(-1)!.version)
    await loadTables(client, file, manifest)
    await completeSchema(client)
    const db = databaseOver(client)
    const verification = await verifyChain(await auditTrailIn(db), { keys: keysToTrust(keys) })
    const findings = [...auditFindings(verification, manifest), ...(await violatedInvariants(db))]
    if (findings.length > 0 && !despiteFindings) throw new BackupError(describeFindings(findings))
    await recordRestore(db, { kind: 'backup', dataAt: new Date(manifest.takenAt), restoredBy, findings })
    await client.query(verifyOnly ? 'rollback' : 'commit')
    return { manifest, verification, findings }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function requireKnownSchema({ migrations, revision, slipway }: Manifest): void {
  const own = readSources()
  const last = migrations.at(-1)!
  if (last.version > own.migrations.at(-1)!.version || revision > own.revision.revision)
    throw new BackupError(
      `The backup is from a newer Slipway (${slipway}, migration ${last.name}). Restore it with that version or a later one. Nothing was changed.`,
    )
  for (const { version, name, checksum } of migrations)
    if (own.migrations.find((migration) => migration.version === version)?.checksum !== checksum)
      throw new BackupError(
        `The backup was written with a different migration ${name} than the one in this Slipway. Restore it with Slipway ${slipway}. Nothing was changed.`,
      )
}

/** Migrations use the same lock, so a server that starts in the meantime waits, and finds the restored database. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows: locks } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [migrationLockId])
  if (!locks[0]!.mine)
    throw new BackupError('Another restore or a start of Slipway is using this database. Wait until it has ended. Nothing was changed.')
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 1`,
  )
  if (rows[0])
    throw new BackupError(
      `The database is not empty: it has ${rows[0].name}. Create an empty database and set DATABASE_URL to it. Nothing was changed.`,
    )
}

export const invalidTrail = (problem: string) => `The audit trail isn’t valid: ${problem}`

function auditFindings(verification: Verification, { audit }: Manifest): string[] {
  const problem =
    verification.findings[0]?.message ??
    (verification.lastSeq === (audit.head?.seq ?? 0) ? undefined : `The last event number is ${verification.lastSeq}.`)
  return problem === undefined ? [] : [invalidTrail(problem)]
}

/** Invariants of a running Slipway, such as access that ends on time, can be violated because the data is old. */
async function violatedInvariants(db: Db): Promise<string[]> {
  const checks = await checkInvariants(
    db,
    invariants.filter(({ inOperation }) => !inOperation),
  )
  const violated = checks.filter(({ rows, problem }) => rows.length > 0 || problem !== null)
  return violated.map(({ name, rule, rows, problem }) => `The data violates ${name}: ${rule} ${problem ?? rows[0]!.detail}`)
}

const describeFindings = (findings: string[]) =>
  [
    'The backup has findings, and nothing was changed:',
    ...findings.map((finding) => `  ${finding}`),
    'Choose another backup. If there is none, --despite-findings restores this one and records the findings in the audit trail. See docs/audit.md.',
  ].join('\n')
