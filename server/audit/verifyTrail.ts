import type { TrustedKey } from './auditKey.ts'
import type { Checkpoint } from './checkpoint.ts'
import { checkpointEvents } from './checkpoint.ts'
import { type AuditFinding, Findings } from './findings.ts'
import { type AuditPartName, type AuditRecord, auditParts, chainStart, partHash, recordHash, saltOf } from './record.ts'
import { Signed } from './signed.ts'
import type { Link, TrailSource } from './trailSource.ts'
import { checkErasures, type ErasedPart, type Erasure, type ErasureEvent, isErasureOperation } from './verifyErasures.ts'

export interface Verification {
  outcome: 'sound' | 'broken'
  events: number
  lastSeq: number
  lastHash: string
  /** Number of events that are not chained yet. */
  waiting: number
  /** Number of parts with a valid erasure. */
  erasedParts: number
  checkpoints: number
  /** Number of checkpoints stored elsewhere. */
  elsewhere: number
  /** Highest signed number. */
  signedTo: number
  findings: AuditFinding[]
  /** Number of findings beyond the first 100. */
  moreFindings: number
}

interface Options {
  keys: readonly TrustedKey[]
  /** Checkpoints from a place that an intruder in the database can't write to. */
  elsewhere?: AsyncIterable<Checkpoint[]> | Iterable<Checkpoint[]>
  onProgress?(events: number): Promise<void> | void
}

/** Checks the whole chain against its hashes and the signed checkpoints, and finds every change, cut and gap. */
export async function verifyTrail(source: TrailSource, options: Options): Promise<Verification> {
  const findings = new Findings()
  const signed = await Signed.open(source, options.keys, findings)
  try {
    return await walkAlong(source, { findings, signed }, options)
  } finally {
    await signed.close()
    await source.close?.()
  }
}

async function walkAlong(
  source: TrailSource,
  { findings, signed }: { findings: Findings; signed: Signed },
  { elsewhere = [], keys, onProgress }: Options,
): Promise<Verification> {
  const walk = new Walk(findings, source.erasures)
  for await (const links of source.links()) {
    for (const link of links) {
      walk.take(link)
      if (signed.next <= link.seq) await signed.pass(link)
    }
    await onProgress?.(walk.events)
  }
  await signed.rest()
  const { lastSeq } = walk
  await signed.hold(elsewhere, lastSeq)
  const { signedTo, beyond } = signed
  if (beyond)
    findings.add({
      kind: 'cut',
      seq: lastSeq + 1,
      part: 'link',
      message: `The chain ends at number ${lastSeq}, but number ${beyond.seq} was signed at ${beyond.at}: the events at the end were removed.`,
    })
  else if (lastSeq - signedTo > 2 * checkpointEvents)
    findings.add({
      kind: 'missing',
      seq: signedTo,
      part: 'checkpoint',
      message: `Checkpoints are missing after event ${signedTo}. A checkpoint is due every ${checkpointEvents} events.`,
    })
  checkErasures(findings, { erased: walk.erased, erasures: source.erasures, events: walk.erasureEvents, keys })
  const { waiting, inserted } = await source.unchained()
  for (const { id, at } of inserted)
    findings.add({
      kind: 'inserted',
      eventId: id,
      part: 'record',
      message: `An event of ${at} isn’t in the chain and isn’t waiting to be chained: the event was inserted, or its link was removed.`,
    })
  return {
    outcome: findings.count === 0 ? 'sound' : 'broken',
    events: walk.events,
    lastSeq,
    lastHash: walk.previous,
    waiting,
    erasedParts: walk.erased.length,
    checkpoints: signed.count,
    elsewhere: signed.elsewhere,
    signedTo,
    findings: findings.first,
    moreFindings: findings.count - findings.first.length,
  }
}

class Walk {
  events = 0
  lastSeq = 0
  previous = chainStart
  readonly erased: ErasedPart[] = []
  readonly erasureEvents: ErasureEvent[] = []
  /** The correct hash of the last record, if the stored hash was wrong. */
  private expected: string | undefined
  private broken = false

  private readonly findings: Findings
  /** Contents after erasures, as `event part hash`. */
  private readonly left: Set<string>

  constructor(findings: Findings, erasures: readonly Erasure[]) {
    this.findings = findings
    this.left = new Set(erasures.map(({ eventId, part, hash }) => `${eventId} ${part} ${hash}`))
  }

  take(link: Link): void {
    const { seq, eventId, record } = link
    const next = this.lastSeq + 1
    if (seq !== next) {
      const gap = seq - next
      const numbers = gap === 1 ? `Number ${next} is` : `Numbers ${next} to ${seq - 1} are`
      this.findings.add({ kind: 'missing', seq: next, part: 'link', message: `${numbers} missing from the chain.` })
      this.broken = true
    }
    if (record) this.check(link, record)
    else {
      const message = `Event ${seq} is missing.`
      this.findings.add({ kind: 'missing', seq, eventId, part: 'record', message })
      this.expected = undefined
      this.broken = false
    }
    this.events += 1
    this.lastSeq = seq
    this.previous = link.hash
  }

  private check(link: Link, record: AuditRecord): void {
    const { seq, eventId, parts } = link
    const changed = auditParts.filter((part) => {
      const hash = partHash(record, part)
      if (hash === parts[part]) return false
      const isErased = hash === undefined || (!isErasureOperation(record.operation) && this.left.has(`${eventId} ${part} ${hash}`))
      if (isErased) this.erased.push({ eventId, part, seq, actorId: record.actorId, hash })
      return !isErased
    })
    const right = recordHash(this.previous, seq, record, parts)
    // A gap leaves no previous hash to check against. After a changed hash, the correct hash is used.
    const holds =
      right === link.hash || this.broken || (this.expected !== undefined && recordHash(this.expected, seq, record, parts) === link.hash)
    const present = auditParts.filter((part) => saltOf(record, part) !== null)
    if (!holds && changed.length > 0 && changed.length === present.length) {
      const message = `The event at number ${seq} is not the one that was chained there.`
      this.findings.add({ kind: 'moved', seq, eventId, part: 'record', message })
    } else {
      for (const part of changed)
        this.findings.add({ kind: 'changed', seq, eventId, part, message: `Number ${seq} was changed: ${partLabels[part]}.` })
      if (!holds && changed.length === 0)
        this.findings.add({ kind: 'changed', seq, eventId, part: 'link', message: `Number ${seq} was changed: ${linkText}.` })
    }
    this.expected = holds ? undefined : right
    this.broken = false
    const { operation, outcome, requestId, actorId, after } = record
    if (isErasureOperation(operation) && outcome === 'allowed')
      this.erasureEvents.push({ operation, seq, eventId, requestId, actorId, after })
  }
}

const partLabels: Record<AuditPartName, string> = {
  who: 'the actor or credential',
  subject: 'the subject',
  what: 'the content before or after, or the reason',
}
const linkText = 'the time, operation, outcome or link to the previous event'
