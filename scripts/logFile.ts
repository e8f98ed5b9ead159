import { appendFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const maxBytes = 20_000_000

/** Writes all lines of a process to `<dataDir>/<name>.log`. Warnings and lines that aren't JSON also go to the terminal. */
export function logFile(dataDir: string, name: string, print: (text: string) => unknown): (line: string) => void {
  const file = path.join(dataDir, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`)
  return (line) => {
    appendFileSync(file, `${line}\n`)
    const text = problemText(line)
    if (text) print(text)
  }
}

function problemText(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string | number; msg?: string; err?: { message?: string } }
    const isSerious = typeof level === 'number' ? level >= 40 : level === 'warn' || level === 'error' || level === 'fatal'
    return isSerious ? `${[msg, err?.message].filter(Boolean).join(': ')}` : undefined
  } catch {
    return line
  }
}
