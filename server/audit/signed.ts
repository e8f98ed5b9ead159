import { setImmediate } from 'node:timers/promises'
import type { TrustedKey } from './auditKey.ts'
import { type Checkpoint, isSigned } from './checkpoint.ts'
import type { Findings } from './findings.ts'
import type { TrailSource } from './trailSource.ts'

interface Place {
  seq: number
  hash: string
  eventId: string
}

/** Signatures checked before yielding, so that the server answers requests during a verification. */
const inOneGo = 250

/**
 * Compares the checkpoints in the database and those stored elsewhere with the chain. There can be half a million a year, so they are read a
 * page at a time along the chain. A checkpoint without a trusted signature is a finding and is ignored otherwise.
 */
export class Signed {
  count = 0
  /** Number of checkpoints stored elsewhere. */
  elsewhere = 0
  /** Highest number of the existing chain that is signed. */
  signedTo = 0
  /** The last checkpoint beyond the end of the chain. */
  beyond: Pick<Checkpoint, 'seq' | 'at'> | undefined

  private looked = 0
  /** The last checked checkpoint of the database, and whether it links to the previous one. */
  private last: { seq: number; linked: boolean } | undefined
  private page: Checkpoint[] = []
  private index = 0
  private readonly pages: AsyncIterator<Checkpoint[]>
  private readonly source: TrailSource
  private readonly keys: readonly TrustedKey[]
  private readonly findings: Findings

  private constructor(source: TrailSource, keys: readonly TrustedKey[], findings: Findings) {
    this.source = source
    this.keys = keys
    this.findings = findings
    this.pages = source.checkpoints()[Symbol.asyncIterator]()
  }

  static async open(source: TrailSource, keys: readonly TrustedKey[], findings: Findings): Promise<Signed> {
    const signed = new Signed(source, keys, findings)
    await signed.turn()
    return signed
  }

  /** Number of the next checkpoint in the database. */
  get next(): number {
    return this.page[this.index]?.seq ?? Number.POSITIVE_INFINITY
  }

  /** Checks the checkpoints up to this position of the chain. */
  async pass(place: Place): Promise<void> {
    for (; this.next <= place.seq; await this.turn()) {
      const checkpoint = this.page[this.index]!
      if (!(await this.trusts(checkpoint))) {
        // A replaced checkpoint must not also be reported as a gap.
        this.last = { seq: checkpoint.seq, linked: true }
        continue
      }
      this.count += 1
      this.follows(checkpoint)
      this.signedTo = checkpoint.seq
      if (checkpoint.seq === place.seq) this.compare(checkpoint, place)
    }
  }

  /** Checks the checkpoints beyond the end of the chain. */
  async rest(): Promise<void> {
    for (; this.next < Number.POSITIVE_INFINITY; await this.turn()) {
      const checkpoint = this.page[this.index]!
      if (!(await this.trusts(checkpoint))) {
        // A replaced checkpoint must not also be reported as a gap.
        this.last = { seq: checkpoint.seq, linked: true }
        continue
      }
      this.count += 1
      this.follows(checkpoint)
      this.reaches(checkpoint)
    }
  }

  /** Checks the checkpoints stored elsewhere, in any order. Most are equal to a checkpoint in the database. */
  async hold(pages: AsyncIterable<Checkpoint[]> | Iterable<Checkpoint[]>, lastSeq: number): Promise<void> {
    for await (const page of pages) {
      this.elsewhere += page.length
      const { links, checkpoints } = await this.source.at(page.map(({ seq }) => seq))
      const seen = new Map(checkpoints.map((each) => [nameOf(each), each]))
      const beside = new Set(checkpoints.map(({ seq }) => seq))
      const known = new Set(beside)
      for (const checkpoint of page) {
        if (seen.has(nameOf(checkpoint))) continue
        seen.set(nameOf(checkpoint), checkpoint)
        if (!(await this.trusts(checkpoint))) continue
        if (!known.has(checkpoint.seq)) this.count += 1
        known.add(checkpoint.seq)
        if (checkpoint.seq > lastSeq) this.reaches(checkpoint)
        else this.signedTo = Math.max(this.signedTo, checkpoint.seq)
        const place = links.get(checkpoint.seq)
        if (place) this.compare(checkpoint, { seq: checkpoint.seq, ...place })
        if (place?.hash === checkpoint.hash && !beside.has(checkpoint.seq)) {
          const message = `Number ${checkpoint.seq} was signed at ${checkpoint.at} according to the stored checkpoints, but the chain no longer has this checkpoint.`
          this.findings.add({ kind: 'missing', seq: checkpoint.seq, part: 'checkpoint', message })
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.pages.return?.()
  }

  /** A link to another than the previous checkpoint means that checkpoints were removed. */
  private follows({ seq, previous }: Checkpoint): void {
    const before = this.last
    this.last = { seq, linked: previous !== null }
    if (previous === null ? !before?.linked : previous === (before?.seq ?? 0)) return
    const message =
      previous === null
        ? `The checkpoint at number ${seq} has no link to a previous checkpoint, although earlier checkpoints have one: it was inserted.`
        : `The checkpoint at number ${seq} links to number ${previous}, but the previous checkpoint is ${before ? `at number ${before.seq}` : 'missing'}: checkpoints were removed.`
    this.findings.add({ kind: previous === null ? 'forged' : 'missing', seq, part: 'checkpoint', message })
  }

  private reaches({ seq, at }: Checkpoint): void {
    if (seq > (this.beyond?.seq ?? 0)) this.beyond = { seq, at }
  }

  private compare({ hash, at }: Checkpoint, { seq, eventId, hash: chained }: Place): void {
    if (hash === chained) return
    const message = `The chain’s hash at number ${seq} differs from the one signed at ${at}: the chain was rewritten up to there.`
    this.findings.add({ kind: 'changed', seq, eventId, part: 'checkpoint', message })
  }

  private async trusts(checkpoint: Checkpoint): Promise<boolean> {
    this.looked += 1
    if (this.looked % inOneGo === 0) await setImmediate()
    if (isSigned(checkpoint, this.keys)) return true
    const { seq, keyId } = checkpoint
    const known = this.keys.some(({ id }) => id === keyId)
    const why = known ? 'has an invalid signature' : `is signed with the key ${keyId}, which is not trusted`
    this.findings.add({ kind: 'forged', seq, part: 'checkpoint', message: `The checkpoint at number ${seq} ${why}.` })
    return false
  }

  private async turn(): Promise<void> {
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
