import { appendFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const limit = 20_000_000

/** Writes all lines of a process to `<dataDir>/<name>.log`; warnings and lines that are no JSON also go to the terminal. */
export function logFile(dataDir: string, name: string, say: (text: string) => unknown): (line: string) => void {
  const file = path.join(dataDir, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > limit) renameSync(file, `${file}.1`)
  return (line) => {
    appendFileSync(file, `${line}\n`)
    const text = noteworthy(line)
    if (text) say(text)
  }
}

function noteworthy(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string | number; msg?: string; err?: { message?: string } }
    const serious = typeof level === 'number' ? level >= 40 : level === 'warn' || level === 'error' || level === 'fatal'
    return serious ? `${[msg, err?.message].filter(Boolean).join(': ')}` : undefined
  } catch {
    return line
  }
}
