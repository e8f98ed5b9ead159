import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { routes } from '../client/routes.ts'
import { BackupError } from '../server/backup/backupError.ts'
import { writeNewFile } from '../server/backup/newFile.ts'
import type { Config } from '../server/config.ts'
import { collectParts, type Part, type SupportBundleParts } from '../server/features/platform/support-bundle/collectParts.ts'
import { describeChecks } from '../server/features/platform/support-bundle/doctorFacts.ts'
import { readHostFacts } from '../server/features/platform/support-bundle/hostFacts.ts'
import { type LogSource, readLog } from '../server/features/platform/support-bundle/logLines.ts'
import { readMetrics } from '../server/features/platform/support-bundle/metricLines.ts'
import { describeSettings, hiddenValues } from '../server/features/platform/support-bundle/settings.ts'
import { packFiles } from '../server/features/platform/support-bundle/tar.ts'
import { type CommandOutput, runCommand } from './command.ts'
import { diagnose } from './doctor.ts'
import { databaseParts, openBundleDatabase } from './supportDatabase.ts'

type Environment = Record<string, string | undefined>

const defaultLines = 2_000
const maxLines = 50_000
const operations: ReadonlySet<string> = new Set(Object.keys(routes))

/**
 * Writes a support bundle without secrets and personal data to a new file, or to a new file in a folder. Changes nothing else.
 * @param input the log for `--log -`
 * @returns the exit code: 0 if it is complete, 1 if something could not be read, 2 if nothing was written
 */
export function supportBundle(
  args: string[],
  env: Environment,
  output: CommandOutput,
  input: AsyncIterable<Buffer | string> = process.stdin,
): Promise<number> {
  return runCommand(output, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { log: { type: 'string' }, lines: { type: 'string' }, force: { type: 'boolean', default: false } },
    })
    const [target] = positionals
    if (target === undefined || positionals.length > 1) throw new BackupError('Specify one file or folder for the support bundle.')
    const lines = Number(values.lines ?? defaultLines)
    if (!Number.isInteger(lines) || lines < 1 || lines > maxLines)
      throw new BackupError(`--lines must be a whole number from 1 to ${maxLines}.`)
    const createdAt = new Date()
    const file = await fileOf(target, createdAt)
    const readLines = () => readLogLines(values.log === '-' ? input : values.log, path.join(dataDirOf(env), 'server.log'), lines)
    const collected = await collect(env, readLines, createdAt)
    const isComplete = collected.results.every(({ status }) => status === 'included' || status === 'absent')
    const manifest = {
      format: 1,
      createdAt: createdAt.toISOString(),
      complete: isComplete,
      host: readHostFacts(),
      parts: collected.results,
    }
    const folder = `slipway-support-${stampOf(createdAt)}`
    const files = [{ name: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` }, ...collected.files]
    const archive = packFiles(
      files.map(({ name, text }) => ({ name: `${folder}/${name}`, text })),
      createdAt,
    )
    await writeNewFile(
      file,
      values.force,
      (stream) => new Promise<void>((resolve, reject) => stream.on('error', reject).on('close', resolve).end(archive)),
    )
    output.out.write(toText(file, collected))
    return isComplete ? 0 : 1
  })
}

async function collect(env: Environment, readLines: Part['read'], now: Date): Promise<SupportBundleParts> {
  const { described, config } = describeSettings(env)
  const database = await openBundleDatabase(env, dataDirOf(env))
  const parts: Part[] = [
    { name: 'settings.json', read: async () => described },
    ...databaseParts(database, operations, now),
    {
      name: 'metrics.txt',
      read: () => readMetrics(config?.ops ?? { host: '127.0.0.1', port: Number(env.SLIPWAY_OPS_PORT ?? 9_464) }, operations),
    },
    { name: 'log.jsonl', read: readLines },
    { name: 'doctor.json', read: () => readChecks(env, config) },
  ]
  try {
    return await collectParts(parts, hiddenValues(env, described))
  } finally {
    await database.close()
  }
}

async function readChecks(env: Environment, config: Config | undefined): Promise<object> {
  if (!config) throw Object.assign(new Error('The settings have problems.'), { code: 'invalidSettings' })
  return describeChecks(await diagnose(env, false))
}

/** @returns undefined if no log was named, and there is none where `npm start` writes it */
async function readLogLines(named: LogSource | undefined, usual: string, lines: number): Promise<string | undefined> {
  if (named === undefined && !existsSync(usual)) return undefined
  return readLog(named ?? usual, lines, operations)
}

const dataDirOf = (env: Environment) => env.SLIPWAY_DATA ?? '.slipway'

const stampOf = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

async function fileOf(target: string, time: Date): Promise<string> {
  const found = await stat(target).catch(() => undefined)
  return found?.isDirectory() ? path.join(target, `slipway-support-${stampOf(time)}.tar.gz`) : target
}

function toText(file: string, { files, results }: SupportBundleParts): string {
  const problems = results.filter(({ status }) => status === 'missing' || status === 'withheld')
  return [
    `Wrote ${file} with ${files.length + 1} files.`,
    ...problems.map(({ name, status, code }) => `  ${statusTexts[status as keyof typeof statusTexts]}: ${name}${code ? ` (${code})` : ''}`),
    'Secrets and personal data are left out. Read it before you send it.',
    '',
  ].join('\n')
}

const statusTexts = { missing: 'Could not be read', withheld: 'Left out, because it contained a secret or an email address' } as const
