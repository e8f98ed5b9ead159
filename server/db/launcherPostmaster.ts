import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

const brokenAfterMs = 3_000

/** Reads the cluster's `postmaster.pid`; undefined if there is none. Its process might have ended: check with `serves`. */
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
  // A server writes its ID immediately. A file without an ID was left by a crash, and would keep PostgreSQL from ever starting.
  const written = statSync(file, { throwIfNoEntry: false })
  if (written && Date.now() - written.mtimeMs > brokenAfterMs) rmSync(file, { force: true })
  return undefined
}

/** Tells whether process `pid` is a PostgreSQL server of this cluster, rather than another process that was given the same ID later. */
export function serves(pid: number, cluster: string): boolean {
  const line = ` ${commandLine(pid)?.replaceAll('\0', ' ').trim()} `
  return line.includes('postgres') && line.includes(` ${cluster} `)
}

/**
 * Ends the backends of a killed server. A busy backend does not detect that its parent died, and a new server can't start until it ends.
 * SIGQUIT is the signal that the parent would have sent. Linux only; elsewhere, a start waits for them.
 */
export function endOrphanedBackends(cluster: string): void {
  if (!existsSync('/proc/self/stat')) return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== cluster || serves(pid, cluster)) continue
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (stat.includes('(postgres)') && !serves(parent, cluster)) process.kill(pid, 'SIGQUIT')
    } catch {
      // it has ended, or belongs to another user
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
