import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AuditTrailSource, Link } from './auditTrailSource.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type LinkRow, linkColumns, toLink } from './databaseAuditTrail.ts'
import type { AuditRecord } from './record.ts'
import { checkpointPages } from './stored.ts'
import type { Erasure } from './verifyErasures.ts'

const form = 'slipway-audit-evidence-1'
const toJsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

export async function* evidenceStart(tx: Db, now: Date): AsyncIterable<string> {
  yield toJsonLine({ type: form, exportedAt: now.toISOString() })
  for await (const page of checkpointPages(tx)) yield page.map((checkpoint) => toJsonLine({ type: 'checkpoint', ...checkpoint })).join('')
  const { rows } = await sql<Erasure>`
    select event_id::text as "eventId", part, request_id as "requestId", encode(hash, 'hex') as hash from audit_erasures`.execute(tx)
  for (const erasure of rows) yield toJsonLine({ type: 'erasure', ...erasure })
}

export async function evidenceLinks(tx: Db, seqs: number[]): Promise<string> {
  const { rows } = await sql<LinkRow>`
    select ${linkColumns} from audit_chain c left join audit_events e on e.id = c.event_id
    where c.seq = any (${seqs}::bigint[]) order by c.seq`.execute(tx)
  return rows.map((row) => toJsonLine({ type: 'event', ...toLink(row) })).join('')
}

export const evidenceEnd = (links: number): string => toJsonLine({ type: 'end', links })

interface Line {
  type: string
  record?: AuditRecord
  links?: number
}
const pageSize = 1_000

/** Yields the parsed lines of a file with their line numbers, without keeping the file in memory. */
async function* linesOf(file: string): AsyncIterable<{ at: number; line: Line }> {
  const fileHandle = await open(file)
  try {
    let lineNumber = 0
    for await (const text of fileHandle.readLines()) {
      lineNumber += 1
      yield { at: lineNumber, line: parsed(text, () => `Line ${lineNumber} of ${file} isn’t JSON. Export the evidence again.`) }
    }
  } finally {
    await fileHandle.close()
  }
}

function parsed(text: string, problem: () => string): Line {
  try {
    return (JSON.parse(text) as Line | null) ?? { type: '' }
  } catch {
    throw new Error(problem())
  }
}

export const evidenceProblems = {
  truncated: (file: string, lines: number) =>
    `${file} is truncated after line ${lines}: the last line, with the number of events, is missing. Export the evidence again.`,
  unknownForm: (file: string) => `${file} isn’t an export of evidence: its first line must have the type ${form}.`,
}

/** Reads an evidence file as a trail. Each read starts at the top of the file. @throws if the file isn't evidence or is truncated */
export async function readEvidence(file: string): Promise<AuditTrailSource> {
  const erasures: Erasure[] = []
  let hasStarted = false
  let seq = 0
  for await (const { at: lineNumber, line } of linesOf(file)) {
    if (!hasStarted && line.type !== form) break
    hasStarted = true
    const checkpoint = line.type === 'checkpoint' ? parseCheckpoint(JSON.stringify(line)) : undefined
    if (line.type === 'checkpoint' && !(checkpoint && checkpoint.seq > seq))
      throw new Error(`Line ${lineNumber} of ${file} isn’t a checkpoint, or is in the wrong position. Export the evidence again.`)
    seq = checkpoint?.seq ?? seq
    if (line.type === 'erasure') erasures.push({ hash: null, ...(line as unknown as Omit<Erasure, 'hash'>) })
    if (line.type === 'event') break
  }
  if (!hasStarted) throw new Error(evidenceProblems.unknownForm(file))
  return {
    erasures,
    checkpoints: () => checkpoints(file),
    links: () => links(file),
    ...createFileSource(file),
    unchained: async () => ({ waiting: 0, inserted: [] }),
  }
}

async function* checkpoints(file: string): AsyncIterable<Checkpoint[]> {
  let page: Checkpoint[] = []
  for await (const { line } of linesOf(file)) {
    if (line.type === 'event' || line.type === 'end') break
    const checkpoint = line.type === 'checkpoint' ? parseCheckpoint(JSON.stringify(line)) : undefined
    if (checkpoint) page.push(checkpoint)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  yield page
}

async function* links(file: string): AsyncIterable<Link[]> {
  let [count, lastSeq, end] = [0, 0, -1]
  for await (const { at: lineNumber, line } of linesOf(file)) {
    if (line.type === 'end') end = line.links ?? -1
    if (line.type === 'event') {
      count += 1
      yield [{ ...(line as unknown as Link), record: line.record }]
    }
    lastSeq = lineNumber
  }
  if (end !== count) throw new Error(evidenceProblems.truncated(file, lastSeq))
}

/**
 * Finds links and checkpoints by number. Reading continues after the last number, or starts again at the top of the file for a smaller
 * number.
 */
function createFileSource(file: string): Pick<AuditTrailSource, 'at' | 'close'> {
  const signedEvents = forwardReader(async function* () {
    for await (const page of checkpoints(file)) yield* page
  })
  const chainedEvents = forwardReader(async function* () {
    for await (const page of links(file)) yield* page
  })
  return {
    at: async (seqs) => ({
      links: new Map((await chainedEvents.at(seqs)).map(({ seq, hash, eventId }) => [seq, { hash, eventId }])),
      checkpoints: await signedEvents.at(seqs),
    }),
    close: async () => void (await Promise.all([chainedEvents.close(), signedEvents.close()])),
  }
}

function forwardReader<T extends { seq: number }>(openReader: () => AsyncGenerator<T>) {
  let items = openReader()
  let next: T | undefined
  let passedCount = 0
  const close = async () => void (await items.return(undefined))
  const at = async (seqs: number[]): Promise<T[]> => {
    const requestedSeqs = new Set(seqs)
    const [firstSeq, lastSeq] = [Math.min(...seqs), Math.max(...seqs)]
    if (firstSeq <= passedCount) {
      await close()
      ;[items, next, passedCount] = [openReader(), undefined, 0]
    }
    const matchingEvents: T[] = []
    for (;;) {
      next ??= (await items.next()).value as T | undefined
      if (!next || next.seq > lastSeq) break
      if (requestedSeqs.has(next.seq)) matchingEvents.push(next)
      passedCount = next.seq
      next = undefined
    }
    return matchingEvents
  }
  return { at, close }
}
