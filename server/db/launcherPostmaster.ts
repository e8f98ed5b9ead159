import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

const brokenAfterMs = 3_000

/** Reads the cluster's `postmaster.pid`; undefined if the file is missing. Its process might have ended, which `servesCluster` checks. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const file = path.join(cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (pid > 0) return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' }
  // A server writes its process ID immediately. A crash left a file without an ID, and PostgreSQL can't start while that file exists.
  const fileStats = statSync(file, { throwIfNoEntry: false })
  if (fileStats && Date.now() - fileStats.mtimeMs > brokenAfterMs) rmSync(file, { force: true })
  return undefined
}

/** Returns whether process `pid` is a PostgreSQL server of this cluster. Another process can get the same ID later. */
export function servesCluster(pid: number, cluster: string): boolean {
  const argumentLine = ` ${commandLine(pid)?.replaceAll('\0', ' ').trim()} `
  return argumentLine.includes('postgres') && argumentLine.includes(` ${cluster} `)
}

/**
 * Ends the backends of a killed server. A busy backend does not detect that its parent has died, and a new server can't start until the
 * backend ends. SIGQUIT is the signal that the parent would have sent. Only Linux has `/proc`; on other systems, a start waits for the
 * backends.
 */
export function endOrphanedBackends(cluster: string): void {
  if (!existsSync('/proc/self/stat')) return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== cluster || servesCluster(pid, cluster)) continue
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (stat.includes('(postgres)') && !servesCluster(parent, cluster)) process.kill(pid, 'SIGQUIT')
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}

function commandLine(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}
