import { readdirSync, readFileSync } from 'node:fs'

const ticksASecond = 100

interface Stat {
  pid: number
  parent: number
  ticks: number
}

function statOf(pid: number): Stat | undefined {
  try {
    // The name of the process, in brackets, can contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { pid, parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }
  } catch {
    return undefined // The process has ended.
  }
}

/** Returns the processor time, in seconds, of a process and its children, including ended ones. Linux only. */
export function cpuSeconds(pid: number): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const ticks = processes.filter((each) => each.pid === pid || each.parent === pid).reduce((sum, each) => sum + each.ticks, 0)
  return ticks / ticksASecond
}
