import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import path from 'node:path'
import { LaunchError, rootMessage } from './launcherError.ts'

/** The operating system account for the programs of PostgreSQL, which can't run as root. Containers often run as root. */
export interface Account {
  command(program: string, args: string[]): { file: string; args: string[]; options: { uid?: number; gid?: number } }
  give(file: string): void
}

const unprivilegedUid = 65_534
const namespaceArgs = ['-U', `--map-user=${unprivilegedUid}`, `--map-group=${unprivilegedUid}`]

const currentAccount: Account = { command: (file, args) => ({ file, args, options: {} }), give() {} }

// The process is root outside its namespace and an unprivileged user inside, so files still belong to root and folders need no wider
// permissions.
const namespacedAccount: Account = {
  command: (program, args) => ({ file: 'unshare', args: [...namespaceArgs, program, ...args], options: {} }),
  give() {},
}

const user = (uid: number, gid: number): Account => ({
  command: (file, args) => ({ file, args, options: { uid, gid } }),
  give: (file) => chownSync(file, uid, gid),
})

/**
 * Chooses the account. For root it is the owner of the cluster or its folder, or an unprivileged account if that owner is root; otherwise
 * it is the current user.
 * @param folders the data folder and the folder of the binaries; the account must be able to reach both
 * @throws LaunchError `permission` or `root`
 */
export function chooseAccount(cluster: string, folders: { dataDir: string; binDir: string }): Account {
  const currentUid = process.getuid?.() ?? 0
  const existing = statSync(cluster, { throwIfNoEntry: false })
  if (currentUid !== 0) {
    if (existing && existing.uid !== currentUid)
      throw new LaunchError(
        'permission',
        `The database in ${cluster} belongs to user ${existing.uid}, and you are user ${currentUid}. Start Slipway as that user, or choose a different folder with SLIPWAY_DATA.`,
      )
    return currentAccount
  }
  const owner = existing ?? statSync(folders.dataDir)
  if (owner.uid !== 0) return reachable(user(owner.uid, owner.gid), owner.uid, folders)
  if (process.platform === 'linux' && spawnSync('unshare', [...namespaceArgs, 'true']).status === 0) return namespacedAccount
  if (existing) throw new LaunchError('root', rootMessage(`root owns the database in ${cluster}, and "unshare" isn’t permitted`))
  const account = reachable(user(unprivilegedUid, unprivilegedUid), unprivilegedUid, folders)
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
