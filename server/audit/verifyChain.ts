import type { TrustedKey } from './auditKey.ts'
import type { AuditTrailSource, Link } from './auditTrailSource.ts'
import type { Checkpoint } from './checkpoint.ts'
import { checkpointEvents } from './checkpoint.ts'
import { CheckpointVerifier } from './checkpointVerifier.ts'
import { type AuditFinding, Findings } from './findings.ts'
import { type AuditPartName, type AuditRecord, auditParts, chainStart, partHash, recordHash, saltOf } from './record.ts'
import { checkErasures, type ErasedPart, type Erasure, type ErasureEvent, isErasureOperation } from './verifyErasures.ts'

export interface Verification {
  outcome: 'sound' | 'broken'
  events: number
  lastSeq: number
  lastHash: string
  waiting: number
  erasedParts: number
  checkpoints: number
  elsewhere: number
  signedTo: number
  findings: AuditFinding[]
  moreFindings: number
}

interface Options {
  keys: readonly TrustedKey[]
  /** Checkpoints from a place that an intruder in the database can't write to. */
  elsewhere?: AsyncIterable<Checkpoint[]> | Iterable<Checkpoint[]>
  onProgress?(events: number): Promise<void> | void
}

/** Checks the whole chain against its hashes and the signed checkpoints, and finds every change, cut and gap. */
export async function verifyChain(source: AuditTrailSource, options: Options): Promise<Verification> {
  const findings = new Findings()
  const checkpointVerifier = await CheckpointVerifier.open(source, options.keys, findings)
  try {
    return await verifyEvents(source, { findings, signed: checkpointVerifier }, options)
  } finally {
    await checkpointVerifier.close()
    await source.close?.()
  }
}

async function verifyEvents(
  source: AuditTrailSource,
  { findings, signed: checkpointVerifier }: { findings: Findings; signed: CheckpointVerifier },
  { elsewhere = [], keys, onProgress }: Options,
): Promise<Verification> {
  const chainVerifier = new ChainVerifier(findings, source.erasures)
  for await (const links of source.links()) {
    for (const link of links) {
      chainVerifier.addLink(link)
      if (checkpointVerifier.next <= link.seq) await checkpointVerifier.pass(link)
    }
    await onProgress?.(chainVerifier.events)
  }
  await checkpointVerifier.checkRemaining()
  const { lastSeq } = chainVerifier
  await checkpointVerifier.checkPages(elsewhere, lastSeq)
  const { signedTo, checkpointBeyondEnd } = checkpointVerifier
  if (checkpointBeyondEnd)
    findings.add({
      kind: 'cut',
      seq: lastSeq + 1,
      part: 'link',
      message: `The events at the end were removed: the chain ends at event number ${lastSeq}, but event number ${checkpointBeyondEnd.seq} was signed at ${checkpointBeyondEnd.at}.`,
    })
  else if (lastSeq - signedTo > 2 * checkpointEvents)
    findings.add({
      kind: 'missing',
      seq: signedTo,
      part: 'checkpoint',
      message: `Checkpoints are missing after event number ${signedTo}. A checkpoint is required every ${checkpointEvents} events.`,
    })
  checkErasures(findings, { erased: chainVerifier.erased, erasures: source.erasures, events: chainVerifier.erasureEvents, keys })
  const { waiting, inserted } = await source.unchained()
  for (const { id, at } of inserted)
    findings.add({
      kind: 'inserted',
      eventId: id,
      part: 'record',
      message: `An event of ${at} was inserted, or its link was removed: it isn’t in the chain and isn’t waiting to be chained.`,
    })
  return {
    outcome: findings.count === 0 ? 'sound' : 'broken',
    events: chainVerifier.events,
    lastSeq,
    lastHash: chainVerifier.previous,
    waiting,
    erasedParts: chainVerifier.erased.length,
    checkpoints: checkpointVerifier.count,
    elsewhere: checkpointVerifier.externalCount,
    signedTo,
    findings: findings.first,
    moreFindings: findings.count - findings.first.length,
  }
}

class ChainVerifier {
  events = 0
  lastSeq = 0
  previous = chainStart
  readonly erased: ErasedPart[] = []
  readonly erasureEvents: ErasureEvent[] = []
  private expected: string | undefined
  private broken = false

  private readonly findings: Findings
  /** Contents after erasures, as `event part hash`. */
  private readonly erasedContents: Set<string>

  constructor(findings: Findings, erasures: readonly Erasure[]) {
    this.findings = findings
    this.erasedContents = new Set(erasures.map(({ eventId, part: partName, hash }) => `${eventId} ${partName} ${hash}`))
  }

  addLink(link: Link): void {
    const { seq, eventId, record } = link
    const next = this.lastSeq + 1
    if (seq !== next) {
      const gap = seq - next
      const numbers = gap === 1 ? `Event number ${next} is` : `Event numbers ${next} to ${seq - 1} are`
      this.findings.add({ kind: 'missing', seq: next, part: 'link', message: `${numbers} missing from the chain.` })
      this.broken = true
    }
    if (record) this.check(link, record)
    else {
      const message = `Event number ${seq} is missing.`
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
    const changed = auditParts.filter((partName) => {
      const hash = partHash(record, partName)
      if (hash === parts[partName]) return false
      const isErased =
        hash === undefined || (!isErasureOperation(record.operation) && this.erasedContents.has(`${eventId} ${partName} ${hash}`))
      if (isErased) this.erased.push({ eventId, part: partName, seq, actorId: record.actorId, hash })
      return !isErased
    })
    const expectedHash = recordHash(this.previous, seq, record, parts)
    // A gap leaves no previous hash to compare with. After a changed hash, the correct hash is used for the comparison.
    const isIntact =
      expectedHash === link.hash ||
      this.broken ||
      (this.expected !== undefined && recordHash(this.expected, seq, record, parts) === link.hash)
    const presentParts = auditParts.filter((partName) => saltOf(record, partName) !== null)
    if (!isIntact && changed.length > 0 && changed.length === presentParts.length) {
      const message = `Event number ${seq} isn’t the event that was chained at this position.`
      this.findings.add({ kind: 'moved', seq, eventId, part: 'record', message })
    } else {
      for (const partName of changed)
        this.findings.add({
          kind: 'changed',
          seq,
          eventId,
          part: partName,
          message: `Event number ${seq} was changed: ${partLabels[partName]}.`,
        })
      if (!isIntact && changed.length === 0)
        this.findings.add({ kind: 'changed', seq, eventId, part: 'link', message: `Event number ${seq} was changed: ${linkText}.` })
    }
    this.expected = isIntact ? undefined : expectedHash
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
