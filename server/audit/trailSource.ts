import type { Checkpoint } from './checkpoint.ts'
import type { AuditRecord, PartHashes } from './record.ts'
import type { Erasure } from './verifyErasures.ts'

/** A place of the chain and the event that stands there; without one when it is gone. */
export interface Link {
  seq: number
  eventId: string
  parts: PartHashes
  hash: string
  record: AuditRecord | undefined
}

/** Where a trail is read: the database, or a file that was exported from it. */
export interface TrailSource {
  erasures: Erasure[]
  /** In the order of their numbers, a page at a time. */
  checkpoints(): AsyncIterable<Checkpoint[]>
  /** In the order of the chain. */
  links(): AsyncIterable<Link[]>
  /** What stands at these numbers, and is signed there. */
  at(seqs: number[]): Promise<{ places: Map<number, Pick<Link, 'hash' | 'eventId'>>; checkpoints: Checkpoint[] }>
  /** Lets go of whatever is still open. */
  close?(): Promise<void>
  /** After the links: events that stand in no place, those left out that wait for theirs. */
  unchained(): Promise<{ waiting: number; inserted: { id: string; at: string }[] }>
}
