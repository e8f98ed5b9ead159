import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import path from 'node:path'
import { LaunchError, rootMessage } from './launcherError.ts'

/** The operating system account for the PostgreSQL programs, which refuse to run as root (common in containers). */
export interface Account {
  command(program: string, args: string[]): { file: string; args: string[]; options: { uid?: number; gid?: number } }
  give(file: string): void
}

const nobody = 65_534
const mapping = ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`]

const self: Account = { command: (file, args) => ({ file, args, options: {} }), give() {} }

// The process is root outside and an unprivileged user in its namespace, so files stay root's and folders need no wider permissions.
const mapped: Account = { command: (program, args) => ({ file: 'unshare', args: [...mapping, program, ...args], options: {} }), give() {} }

const user = (uid: number, gid: number): Account => ({
  command: (file, args) => ({ file, args, options: { uid, gid } }),
  give: (file) => chownSync(file, uid, gid),
})

/**
 * Chooses the account: the current user, or for root the owner of the cluster (or its folder), or an unprivileged one if that is root.
 * @param folders the data folder and the folder of the binaries: the account must be able to reach both
 * @throws LaunchError `permission` or `root`
 */
export function chooseAccount(cluster: string, folders: { dataDir: string; binDir: string }): Account {
  const me = process.getuid?.() ?? 0
  const existing = statSync(cluster, { throwIfNoEntry: false })
  if (me !== 0) {
    if (existing && existing.uid !== me)
      throw new LaunchError(
        'permission',
        `The database in ${cluster} belongs to user ${existing.uid}, and you are user ${me}. Start Slipway as that user, or choose another folder with SLIPWAY_DATA.`,
      )
    return self
  }
  const owner = existing ?? statSync(folders.dataDir)
  if (owner.uid !== 0) return reachable(user(owner.uid, owner.gid), owner.uid, folders)
  if (process.platform === 'linux' && spawnSync('unshare', [...mapping, 'true']).status === 0) return mapped
  if (existing) throw new LaunchError('root', rootMessage(`the database in ${cluster} belongs to root, and "unshare" is not permitted`))
  const account = reachable(user(nobody, nobody), nobody, folders)
  account.give(folders.dataDir)
  return account
}

function reachable(account: Account, uid: number, { dataDir, binDir }: { dataDir: string; binDir: string }): Account {
  for (const start of [path.dirname(dataDir), binDir]) {
    for (let folder = start; folder !== path.dirname(folder); folder = path.dirname(folder)) {
      const { mode, uid: owner } = statSync(folder)
      if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) throw new LaunchError('root', rootMessage(`user ${uid} cannot enter ${folder}`))
    }
  }
  return account
}
