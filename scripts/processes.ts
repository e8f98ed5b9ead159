import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ProcessMark {
  pid: number
  /** Start time in the operating system's own format */
  started: string
}

export function markOf(pid: number): ProcessMark | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : { pid, started }
}

/** Compares the start time, because another process can have the same id later. */
export function lives({ pid, started }: ProcessMark): boolean {
  return startOf(pid) === started
}

/** Sends SIGTERM, and SIGKILL if the process has not ended after `maxWaitMs`. Another process that got the same id is left alone. */
export async function endProcess(mark: ProcessMark, maxWaitMs = 8_000): Promise<void> {
  for (const [signal, wait] of [
    ['SIGTERM', maxWaitMs],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!lives(mark)) return
    process.kill(mark.pid, signal)
    for (const end = Date.now() + wait; lives(mark) && Date.now() < end; ) await delay(20)
  }
}

function startOf(pid: number): string | undefined {
  try {
    if (!existsSync('/proc/self/stat')) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return `${rest[18]} ticks after boot ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return undefined
  }
}
