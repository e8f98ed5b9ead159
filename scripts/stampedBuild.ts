import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from './problem.ts'

const retryMs = 200

export interface StampedBuild {
  name: string
  folder: string
  sources: readonly string[]
  exclude?: readonly string[]
  args: readonly string[]
  complete?: () => Promise<void>
}

/** Waits while another process, such as another test file, builds the same folder. */
export async function buildUnlessCurrent(root: string, build: StampedBuild): Promise<boolean> {
  const file = path.join(root, '.slipway/builds', `${build.folder.replaceAll('/', '-')}.lock`)
  mkdirSync(path.dirname(file), { recursive: true })
  const lock = new DatabaseSync(file)
  try {
    while (!begin(lock)) await delay(retryMs)
    return await buildIfChanged(root, build)
  } finally {
    lock.close()
  }
}

/** SQLite takes an operating system lock, which ends with this process even if it is killed. */
function begin(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false
    throw error
  }
}

async function buildIfChanged(root: string, { name, folder, sources, exclude, args, complete }: StampedBuild): Promise<boolean> {
  const stamp = path.join(root, folder, '.sources')
  const hash = hashOf(root, [...sources, 'package-lock.json'], [...(exclude ?? []), folder, `${folder}/**`])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  await new Promise<void>((resolve, reject) =>
    execFile(
      process.execPath,
      args,
      { cwd: root, maxBuffer: 50_000_000, env: { ...process.env, NODE_ENV: 'production' } },
      (error, stdout, stderr) =>
        error ? reject(new Problem(`The ${name} build failed:\n${(stdout + stderr).trim().slice(-4_000)}`, { cause: error })) : resolve(),
    ),
  )
  await complete?.()
  writeFileSync(stamp, hash)
  return true
}

function hashOf(root: string, sources: readonly string[], exclude: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true, exclude })
  const names = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name))
  for (const name of names.sort()) hash.update(path.relative(root, name)).update('\0').update(readFileSync(name)).update('\0')
  return hash.digest('hex')
}
