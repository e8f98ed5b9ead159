import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from './problem.ts'
import { endProcess, markOf, type ProcessMark } from './processes.ts'

export interface FolderClaim {
  /** Names of the processes that a killed run left behind and that have been ended. */
  orphans: string[]
  /** Records the running processes, so that the next start can end them if this process is killed. */
  record(entry: { address?: string; child?: { name: string; mark: ProcessMark } }): void
  release(): void
}

interface Record {
  pid: number
  address?: string
  children: { [name: string]: ProcessMark }
}

export const orphanStopped = 'was left over from a killed run and has been stopped'

/**
 * Makes this process the only one that runs Slipway on a data folder, and ends the processes that a killed run left behind.
 * @throws Problem if another process uses the folder
 */
export async function claimFolder(dataDir: string): Promise<FolderClaim> {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'run.json')
  // SQLite takes an operating system lock, which ends with this process even if it is killed.
  const lock = new DatabaseSync(path.join(dataDir, 'run.lock'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    const { pid, address } = readRecord(file)
    throw new Problem(
      `Slipway is already running in this folder${pid ? ` (process ${pid})` : ''}${address ? `: ${address}` : '.'}\n` +
        'Stop it with Ctrl-C in its terminal. To run a second one, set its own SLIPWAY_DATA, PORT, SLIPWAY_HTTPS_PORT and SLIPWAY_SIM_PORT.',
    )
  }
  const remainingChildren = Object.entries(readRecord(file).children)
  const orphans = remainingChildren.filter(([, mark]) => markOf(mark.pid)?.started === mark.started).map(([name]) => name)
  await Promise.all(remainingChildren.map(([, mark]) => endProcess(mark)))
  const record: Record = { pid: process.pid, children: {} }
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify(record))
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    orphans,
    record({ address, child }) {
      if (address) record.address = address
      if (child) record.children[child.name] = child.mark
      write()
    },
    release() {
      rmSync(file, { force: true })
      lock.close()
    },
  }
}

function readRecord(file: string): Record {
  if (!existsSync(file)) return { pid: 0, children: {} }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record
  } catch {
    return { pid: 0, children: {} } // A power failure truncated the file, and ended the processes too.
  }
}
