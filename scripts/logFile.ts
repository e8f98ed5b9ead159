import { appendFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const maxBytes = 20_000_000

/** Writes all lines of a process to `<dataDir>/<name>.log`. Warnings, numbers of failures and lines that aren't JSON also go to the terminal. */
export function logFile(dataDir: string, name: string, print: (text: string) => unknown): (line: string) => void {
  const file = path.join(dataDir, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`)
  return (line) => {
    appendFileSync(file, `${line}\n`)
    const text = problemText(line)
    if (text) print(text)
  }
}

interface LogLine {
  level?: string | number
  msg?: string
  err?: { message?: string }
  step?: string
  service?: string
  method?: string
  path?: string
  status?: number
  code?: string
  reason?: string
  failures?: number
  seconds?: number
}

function problemText(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err, step, service, method, path, status, code, reason, failures, seconds } = JSON.parse(line) as LogLine
    const isSerious = typeof level === 'number' ? level >= 40 : level === 'warn' || level === 'error' || level === 'fatal'
    if (!isSerious && failures === undefined) return undefined
    const call = [service, method, path].filter(Boolean).join(' ')
    const response = [status, code].filter(Boolean).join(' ')
    const count =
      failures !== undefined && `${failures} ${failures === 1 ? 'failure' : 'failures'}${seconds === undefined ? '' : ` in ${seconds} s`}`
    return [msg, step, call, response, reason ?? err?.message, count].filter(Boolean).join(': ')
  } catch {
    return line
  }
}
