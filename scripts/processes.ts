import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ProcessMark {
  pid: number
  /** When it started, in the words of the operating system. */
  started: string
}

/** The mark of a living process; undefined when there is none with this id. */
export function markOf(pid: number): ProcessMark | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : { pid, started }
}

/** Whether that very process still lives. */
export function lives({ pid, started }: ProcessMark): boolean {
  return startOf(pid) === started
}

/** Asks a process to end, and ends it by force when it has not after `patienceMs`. Never touches another one that got its id. */
export async function endProcess(mark: ProcessMark, patienceMs = 8_000): Promise<void> {
  for (const [signal, wait] of [
    ['SIGTERM', patienceMs],
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
