import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BackupError } from '../server/backup/backupError.ts'
import type { Manifest } from '../server/backup/manifest.ts'
import { writeNewFile } from '../server/backup/newFile.ts'
import { writeBackup } from '../server/backup/writeBackup.ts'
import { type CommandOutput, runCommand } from './command.ts'
import { openSettings } from './settings.ts'

/** Writes a backup to a new file, or to a new file in a folder. @returns the exit code: 0, or 2 if nothing was written */
export function backup(args: string[], env: Record<string, string | undefined>, output: CommandOutput): Promise<number> {
  return runCommand(output, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false }, output: { type: 'string', default: 'text' } },
    })
    const [target] = positionals
    if (target === undefined || positionals.length > 1) throw new BackupError('Specify one file or folder for the backup.')
    if (values.output !== 'text' && values.output !== 'json') throw new BackupError(`--output must be text or json, not ${values.output}.`)
    const startedAt = performance.now()
    const file = await fileOf(target)
    const settings = await openSettings(env)
    try {
      const manifest = await write(file, values.force, settings)
      const seconds = (performance.now() - startedAt) / 1_000
      const { size } = await stat(file)
      output.out.write(
        values.output === 'json'
          ? `${JSON.stringify({ file, bytes: size, ...manifest }, null, 2)}\n`
          : toText(file, manifest, size, seconds),
      )
      return 0
    } finally {
      await settings.close()
    }
  })
}

async function write(file: string, overwrite: boolean, { databaseUrl, keys }: Awaited<ReturnType<typeof openSettings>>): Promise<Manifest> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'slipway-backup' })
  client.on('error', () => {}) // The statement in progress reports the error.
  await client.connect()
  try {
    return await writeNewFile(file, overwrite, (output) => writeBackup(client, keys, output))
  } finally {
    await client.end()
  }
}

/** In a folder, the file has the time in its name. */
async function fileOf(target: string): Promise<string> {
  const found = await stat(target).catch(() => undefined)
  if (!found?.isDirectory()) return target
  return path.join(target, `slipway-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`)
}

function toText(file: string, { tables, audit, keys, migrations, takenAt }: Manifest, bytes: number, seconds: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const number = (value: number) => value.toLocaleString('en-GB')
  return [
    `Wrote ${file} (${number(bytes)} bytes) in ${seconds.toFixed(1)} s.`,
    `  ${number(rows)} rows of ${tables.length} tables, as of ${takenAt}, migration ${migrations.at(-1)!.name}`,
    `  audit trail up to event number ${number(audit.head?.seq ?? 0)}, signed up to ${number(audit.checkpoint ?? 0)}`,
    `  needs ${keys.map(({ setting, fingerprint }) => `${setting} (${fingerprint.slice(0, 16)})`).join(' and ')}`,
    '',
  ].join('\n')
}
