import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './launcherAccount.ts'
import type { Binaries } from './launcherBinaries.ts'
import { explainLog, LaunchError } from './launcherError.ts'

export interface Layout {
  dataDir: string
  cluster: string
  passwordFile: string
  runtimePasswordFile: string
  portFile: string
  logFile: string
}

export const layoutOf = (dataDir: string): Layout => ({
  dataDir,
  cluster: path.join(dataDir, 'cluster'),
  passwordFile: path.join(dataDir, 'password'),
  runtimePasswordFile: path.join(dataDir, 'runtime-password'),
  portFile: path.join(dataDir, 'port'),
  logFile: path.join(dataDir, 'postgres.log'),
})

/** @throws LaunchError `wrong_version` or `damaged` if `binaries` can't open the cluster */
export function clusterExists({ cluster }: Layout, { major }: Binaries): boolean {
  const versionFile = path.join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    if (existsSync(cluster) && readdirSync(cluster).length > 0)
      throw new LaunchError('damaged', `${cluster} holds files but no database. Move that folder elsewhere, or restore it from a backup.`)
    return false
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== String(major))
    throw new LaunchError(
      'wrong_version',
      `The database in ${cluster} was created by PostgreSQL ${version}; this version of Slipway includes PostgreSQL ${major}. ` +
        `Dump it with the version that created it (pg_dumpall), move the folder elsewhere, start Slipway and load the dump. Nothing was changed.`,
    )
  return true
}

/** The password is set when the cluster is created, so a missing password file can't be replaced. */
export function readPassword({ cluster, passwordFile }: Layout): string {
  if (!existsSync(passwordFile) && existsSync(path.join(cluster, 'PG_VERSION')))
    throw new LaunchError(
      'password',
      `${passwordFile} is missing, and the database can’t be opened without it. Restore the file from a backup.`,
    )
  return readSecret(passwordFile)
}

/** Returns a password that the first call creates. Processes that start concurrently all get the same password. */
export function readSecret(passwordFile: string): string {
  if (!existsSync(passwordFile)) {
    const draft = `${passwordFile}.${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600 })
    try {
      linkSync(draft, passwordFile) // Unlike `rename`, `link` never replaces a file.
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(passwordFile, 'utf8').trim()
}

/** Creates the cluster in a temporary folder and renames it, so that an incomplete cluster is never used. */
export async function createCluster(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  options: { password: string; durable: boolean },
): Promise<void> {
  removeStaleClusters(layout.dataDir)
  const draft = `${layout.cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(passwordFile, options.password, { mode: 0o600 })
    account.give(draft)
    account.give(passwordFile)
    const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
    const {
      file,
      args,
      options: spawnOptions,
    } = account.command(binaries.initdb, [
      ...['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions'],
      ...['--encoding=UTF8', '--locale=C', `--lc-ctype=${locale}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(options.durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ])
    await new Promise<void>((resolve, reject) =>
      execFile(file, args, { ...spawnOptions, env: { PATH: process.env.PATH, LC_ALL: 'C' }, cwd: '/' }, (error, stdout, stderr) =>
        error ? reject(explainLog(`${stdout}\n${stderr || error.message}`, layout)) : resolve(),
      ),
    )
    renameSync(draft, layout.cluster)
  } catch (error) {
    // A concurrent process created the cluster first, with the same password.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

function removeStaleClusters(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const creatorPid = /^cluster\.new-(\d+)-/.exec(name)?.[1]
    if (creatorPid !== undefined && !isProcessAlive(Number(creatorPid))) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
