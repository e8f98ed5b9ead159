import { open } from 'node:fs/promises'
import { idOf, knownName, numberOf, timeOf } from './allowedValues.ts'
import { codeOf } from './codes.ts'
import { knownQueues, knownServices } from './knownNames.ts'
import { logComponents, logMessages } from './logMessages.ts'

const maxBytes = 16_000_000
const levels: ReadonlySet<string> = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Fields = Record<string, unknown>
export type LogSource = string | AsyncIterable<Buffer | string>

/**
 * Reads the last lines of a log of Slipway. Only named fields are kept, with values that Slipway knows or that are numbers, times, codes or
 * IDs of requests, runs, accounts and traces. Messages of errors, paths and all other fields are left out.
 * @param operations IDs of the operations
 * @returns one JSON object for each line
 */
export async function readLog(source: LogSource, maxLines: number, operations: ReadonlySet<string>): Promise<string> {
  const end = await (typeof source === 'string' ? readEnd(source) : readEndOf(source))
  const lines = end.split('\n').filter((line) => line !== '')
  return lines
    .slice(-maxLines)
    .map((line) => `${JSON.stringify(redactLogLine(line, operations))}\n`)
    .join('')
}

/** A line that is cut at the start is left out. */
async function readEnd(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, maxBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const text = buffer.toString('utf8', 0, bytesRead)
    return length < size ? withoutFirstLine(text) : text
  } finally {
    await handle.close()
  }
}

/** Keeps at most `maxBytes` of the end of the stream. */
async function readEndOf(pieces: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  let isCut = false
  for await (const piece of pieces) {
    chunks.push(Buffer.from(piece))
    length += chunks.at(-1)!.length
    while (length - chunks[0]!.length >= maxBytes) {
      length -= chunks.shift()!.length
      isCut = true
    }
  }
  const text = Buffer.concat(chunks).toString()
  return isCut ? withoutFirstLine(text) : text
}

const withoutFirstLine = (text: string) => text.slice(text.indexOf('\n') + 1)

function redactLogLine(line: string, operations: ReadonlySet<string>): Fields {
  const entry = parse(line)
  if (!entry) return { msg: 'other', isJson: false }
  const { err, req, res } = { err: fieldsOf(entry.err), req: fieldsOf(entry.req), res: fieldsOf(entry.res) }
  const known = (value: unknown, names: ReadonlySet<string>) => (value === undefined ? null : knownName(value, names))
  return withoutNulls({
    time: timeOf(entry.time),
    level: knownName(entry.level, levels),
    msg: knownName(entry.msg, logMessages),
    component: known(entry.component, logComponents),
    // Every line has the service `slipway`; lines about calls to other services add the name of that service.
    service: known(entry.service === 'slipway' ? undefined : entry.service, knownServices),
    schedule: known(entry.schedule, knownQueues),
    operation: known(entry.operation, operations),
    method: known(req.method, methods),
    status: numberOf(res.status) ?? numberOf(entry.status),
    responseTime: numberOf(entry.responseTime),
    attempt: numberOf(entry.attempt),
    attempts: numberOf(entry.attempts),
    failures: numberOf(entry.failures),
    seconds: numberOf(entry.seconds),
    code: codeOf(entry.code),
    errorType: codeOf(err.type),
    errorCode: codeOf(err.code),
    request: idOf(entry.reqId) ?? idOf(req.id),
    run: idOf(entry.runId),
    account: idOf(entry.accountId),
    trace: typeof entry.traceId === 'string' && /^[\da-f]{32}$/.test(entry.traceId) ? entry.traceId : null,
  })
}

function parse(line: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return undefined
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const withoutNulls = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
