import { setImmediate } from 'node:timers/promises'
import type { TrustedKey } from './auditKey.ts'
import type { AuditTrailSource } from './auditTrailSource.ts'
import { type Checkpoint, isSigned } from './checkpoint.ts'
import type { Findings } from './findings.ts'

interface LinkPosition {
  seq: number
  hash: string
  eventId: string
}

/** Other work gets a turn after this many signatures, so that the server keeps responding during a verification. */
const signaturesPerTurn = 250

/**
 * Compares the checkpoints in the database and those stored elsewhere with the chain. A year can have half a million checkpoints, so they
 * are read in pages along the chain. A checkpoint without a trusted signature is reported as a finding and not used for anything else.
 */
export class CheckpointVerifier {
  count = 0
  externalCount = 0
  signedTo = 0
  checkpointBeyondEnd: Pick<Checkpoint, 'seq' | 'at'> | undefined

  private checkedCount = 0
  /** The last checked checkpoint of the database. `linked` says whether it links to the checkpoint before it. */
  private last: { seq: number; linked: boolean } | undefined
  private page: Checkpoint[] = []
  private index = 0
  private readonly pages: AsyncIterator<Checkpoint[]>
  private readonly source: AuditTrailSource
  private readonly keys: readonly TrustedKey[]
  private readonly findings: Findings

  private constructor(source: AuditTrailSource, keys: readonly TrustedKey[], findings: Findings) {
    this.source = source
    this.keys = keys
    this.findings = findings
    this.pages = source.checkpoints()[Symbol.asyncIterator]()
  }

  static async open(source: AuditTrailSource, keys: readonly TrustedKey[], findings: Findings): Promise<CheckpointVerifier> {
    const checkpointVerifier = new CheckpointVerifier(source, keys, findings)
    await checkpointVerifier.advance()
    return checkpointVerifier
  }

  get next(): number {
    return this.page[this.index]?.seq ?? Number.POSITIVE_INFINITY
  }

  async pass(checkpointLink: LinkPosition): Promise<void> {
    for (; this.next <= checkpointLink.seq; await this.advance()) {
      const checkpoint = this.page[this.index]!
      if (!(await this.isTrusted(checkpoint))) {
        // A replaced checkpoint must not also be reported as a gap.
        this.last = { seq: checkpoint.seq, linked: true }
        continue
      }
      this.count += 1
      this.follows(checkpoint)
      this.signedTo = checkpoint.seq
      if (checkpoint.seq === checkpointLink.seq) this.compare(checkpoint, checkpointLink)
    }
  }

  async checkRemaining(): Promise<void> {
    for (; this.next < Number.POSITIVE_INFINITY; await this.advance()) {
      const checkpoint = this.page[this.index]!
      if (!(await this.isTrusted(checkpoint))) {
        this.last = { seq: checkpoint.seq, linked: true }
        continue
      }
      this.count += 1
      this.follows(checkpoint)
      this.recordReached(checkpoint)
    }
  }

  /** Checks the checkpoints stored elsewhere, in any order. Most are equal to a checkpoint in the database. */
  async checkPages(pages: AsyncIterable<Checkpoint[]> | Iterable<Checkpoint[]>, lastSeq: number): Promise<void> {
    for await (const page of pages) {
      this.externalCount += page.length
      const { links, checkpoints } = await this.source.at(page.map(({ seq }) => seq))
      const checkpointsByName = new Map(checkpoints.map((each) => [nameOf(each), each]))
      const storedSeqs = new Set(checkpoints.map(({ seq }) => seq))
      const countedSeqs = new Set(storedSeqs)
      for (const checkpoint of page) {
        if (checkpointsByName.has(nameOf(checkpoint))) continue
        checkpointsByName.set(nameOf(checkpoint), checkpoint)
        if (!(await this.isTrusted(checkpoint))) continue
        if (!countedSeqs.has(checkpoint.seq)) this.count += 1
        countedSeqs.add(checkpoint.seq)
        if (checkpoint.seq > lastSeq) this.recordReached(checkpoint)
        else this.signedTo = Math.max(this.signedTo, checkpoint.seq)
        const checkpointLink = links.get(checkpoint.seq)
        if (checkpointLink) this.compare(checkpoint, { seq: checkpoint.seq, ...checkpointLink })
        if (checkpointLink?.hash === checkpoint.hash && !storedSeqs.has(checkpoint.seq)) {
          const message = `Event number ${checkpoint.seq} was signed at ${checkpoint.at} according to the stored checkpoints, but the chain no longer has this checkpoint.`
          this.findings.add({ kind: 'missing', seq: checkpoint.seq, part: 'checkpoint', message })
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.pages.return?.()
  }

  private follows({ seq, previous }: Checkpoint): void {
    const before = this.last
    this.last = { seq, linked: previous !== null }
    if (previous === null ? !before?.linked : previous === (before?.seq ?? 0)) return
    const message =
      previous === null
        ? `The checkpoint at event number ${seq} was inserted: it has no link to a previous checkpoint, although earlier checkpoints have one.`
        : `Checkpoints were removed: the checkpoint at event number ${seq} links to event number ${previous}, but the previous checkpoint is ${before ? `at event number ${before.seq}` : 'missing'}.`
    this.findings.add({ kind: previous === null ? 'forged' : 'missing', seq, part: 'checkpoint', message })
  }

  private recordReached({ seq, at }: Checkpoint): void {
    if (seq > (this.checkpointBeyondEnd?.seq ?? 0)) this.checkpointBeyondEnd = { seq, at }
  }

  private compare({ hash, at }: Checkpoint, { seq, eventId, hash: chained }: LinkPosition): void {
    if (hash === chained) return
    const message = `The chain was rewritten up to event number ${seq}: its hash differs from the one that was signed at ${at}.`
    this.findings.add({ kind: 'changed', seq, eventId, part: 'checkpoint', message })
  }

  private async isTrusted(checkpoint: Checkpoint): Promise<boolean> {
    this.checkedCount += 1
    if (this.checkedCount % signaturesPerTurn === 0) await setImmediate()
    if (isSigned(checkpoint, this.keys)) return true
    const { seq, keyId } = checkpoint
    const isKeyKnown = this.keys.some(({ id }) => id === keyId)
    const failureReason = isKeyKnown ? 'has an invalid signature' : `is signed with the key ${keyId}, which is not trusted`
    this.findings.add({ kind: 'forged', seq, part: 'checkpoint', message: `The checkpoint at event number ${seq} ${failureReason}.` })
    return false
  }

  private async advance(): Promise<void> {
    this.index += 1
    while (this.index >= this.page.length) {
      const { value, done } = await this.pages.next()
      this.page = done ? [] : value
      this.index = 0
      if (done) return
    }
  }
}

const nameOf = ({ seq, hash, at, keyId, previous, signature }: Checkpoint) => JSON.stringify([seq, hash, at, keyId, previous, signature])
