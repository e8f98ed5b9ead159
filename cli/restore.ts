import os from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BackupError } from '../server/backup/backupError.ts'
import { runInContext } from '../server/db/executionContext.ts'
import { markRestore } from '../server/markRestore.ts'
import { type RestoreResult, restoreDatabase } from '../server/restoreDatabase.ts'
import { type CommandOutput, runCommand } from './command.ts'
import { type OperatorSettings, openSettings } from './settings.ts'

export const pausedText =
  'Slipway starts paused, until an administrator has accepted a report on how the data differs from external systems.\n'

/**
 * Restores a backup into an empty database, tests such a restore (`--verify`), or records that the database was restored to a point in time
 * (`--mark`).
 * @returns the exit code: 0, or 2 if nothing was changed
 */
export function restore(args: string[], env: Record<string, string | undefined>, output: CommandOutput): Promise<number> {
  return runCommand(output, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        mark: { type: 'boolean', default: false },
        'despite-findings': { type: 'boolean', default: false },
      },
    })
    const [file] = positionals
    if (positionals.length !== (values.mark ? 0 : 1) || (values.mark && values.verify))
      throw new BackupError('Specify one backup, or use only --mark.')
    const settings = await openSettings(env)
    try {
      const text = await runInContext('command restore', () =>
        file === undefined
          ? mark(settings)
          : restoreFile(file, { verifyOnly: values.verify, despiteFindings: values['despite-findings'] }, settings),
      )
      output.out.write(text)
      return 0
    } finally {
      await settings.close()
    }
  })
}

async function mark({ databaseUrl, runtimeUrl }: OperatorSettings): Promise<string> {
  return (await markRestore(databaseUrl, runtimeUrl, operator()))
    ? `Recorded the restore again. It replaces one that was not accepted yet, with its reports. ${pausedText}`
    : `Recorded the restore. ${pausedText}`
}

async function restoreFile(
  file: string,
  mode: { verifyOnly: boolean; despiteFindings: boolean },
  { databaseUrl, keys }: OperatorSettings,
): Promise<string> {
  const startedAt = performance.now()
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'slipway-restore' })
  client.on('error', () => {}) // The statement in progress reports the error.
  await client.connect()
  try {
    const restored = await restoreDatabase(client, file, { keys, restoredBy: operator(), ...mode })
    return toText(file, restored, mode.verifyOnly, (performance.now() - startedAt) / 1_000)
  } finally {
    await client.end()
  }
}

function operator(): string {
  try {
    return `${os.userInfo().username}@${os.hostname()}`
  } catch {
    // A container can run with a user ID that has no name.
    return `${process.getuid?.() ?? 'unknown'}@${os.hostname()}`
  }
}

function toText(file: string, { manifest, verification, findings }: RestoreResult, verifyOnly: boolean, seconds: number): string {
  const number = (value: number) => value.toLocaleString('en-GB')
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    verifyOnly
      ? `${file} can be restored (tried in ${seconds.toFixed(1)} s). Nothing was changed.`
      : `Restored ${file} in ${seconds.toFixed(1)} s.`,
    `  ${number(rows)} rows of ${manifest.tables.length} tables, as of ${manifest.takenAt}, written by Slipway ${manifest.slipway}`,
    findings.length === 0
      ? `  checksums, keys and data invariants are valid; the audit trail is valid up to event number ${number(verification.lastSeq)}`
      : ['  checksums and keys are valid, but there are findings:', ...findings.map((finding) => `    ${finding}`)].join('\n'),
    verifyOnly ? '' : pausedText,
  ].join('\n')
}
