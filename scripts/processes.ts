import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ProcessMark {
  pid: number
  started: string
}

export function markOf(pid: number): ProcessMark | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : { pid, started }
}

/** Compares the start time, because another process can get the same ID later. */
export function isAlive({ pid, started }: ProcessMark): boolean {
  return startOf(pid) === started
}

/** Sends SIGTERM, and SIGKILL if the process has not ended after `maxWaitMs`. If another process now has the same ID, it is not ended. */
export async function endProcess(mark: ProcessMark, maxWaitMs = 8_000): Promise<void> {
  for (const [signal, wait] of [
    ['SIGTERM', maxWaitMs],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(mark)) return
    process.kill(mark.pid, signal)
    for (const end = Date.now() + wait; isAlive(mark) && Date.now() < end; ) await delay(20)
  }
}

function startOf(pid: number): string | undefined {
  try {
    if (!existsSync('/proc/self/stat')) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...remainingFields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return `${remainingFields[18]} ticks after boot ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return undefined
  }
}
