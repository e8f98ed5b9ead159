import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from './problem.ts'
import { endProcess, markOf, type ProcessMark } from './processes.ts'

export interface FolderClaim {
  /** Names of the processes that a previous run, killed, had left behind and that were ended now. */
  orphans: string[]
  /** Writes down what runs, so that the next start can end it should this process be killed. */
  record(what: { address?: string; child?: { name: string; mark: ProcessMark } }): void
  release(): void
}

interface Record {
  pid: number
  address?: string
  children: { [name: string]: ProcessMark }
}

/**
 * Makes this process the only one that runs Slipway on a data folder, and ends what a killed run left behind.
 * @throws Problem when another one runs there
 */
export async function claimFolder(dataDir: string): Promise<FolderClaim> {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'run.json')
  // The lock is one of the operating system, which SQLite takes for us: it ends with this process, however that ends.
  const lock = new DatabaseSync(path.join(dataDir, 'run.lock'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    const { pid, address } = read(file)
    throw new Problem(
      `Slipway runs in this folder already${pid ? ` (process ${pid})` : ''}${address ? `: ${address}` : '.'}\n` +
        'Stop it with Ctrl-C where it was started. A second one beside it needs its own SLIPWAY_DATA, PORT, SLIPWAY_HTTPS_PORT and SLIPWAY_SIM_PORT.',
    )
  }
  const left = Object.entries(read(file).children)
  const orphans = left.filter(([, mark]) => markOf(mark.pid)?.started === mark.started).map(([name]) => name)
  await Promise.all(left.map(([, mark]) => endProcess(mark)))
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

function read(file: string): Record {
  if (!existsSync(file)) return { pid: 0, children: {} }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record
  } catch {
    return { pid: 0, children: {} } // cut off by a power failure, which ended the processes too
  }
}
