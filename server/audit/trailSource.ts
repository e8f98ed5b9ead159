import type { Checkpoint } from './checkpoint.ts'
import type { AuditRecord, PartHashes } from './record.ts'
import type { Erasure } from './verifyErasures.ts'

/** A position of the chain with its event, which is undefined if it was deleted. */
export interface Link {
  seq: number
  eventId: string
  parts: PartHashes
  hash: string
  record: AuditRecord | undefined
}

/** Reads a trail from the database or from an exported file. */
export interface TrailSource {
  erasures: Erasure[]
  /** Pages of checkpoints, ordered by number. */
  checkpoints(): AsyncIterable<Checkpoint[]>
  links(): AsyncIterable<Link[]>
  /** The links and checkpoints at these numbers. */
  at(seqs: number[]): Promise<{ links: Map<number, Pick<Link, 'hash' | 'eventId'>>; checkpoints: Checkpoint[] }>
  close?(): Promise<void>
  /** Counts the events that wait to be chained, and finds events that are neither waiting nor chained. Must be called after `links`. */
  unchained(): Promise<{ waiting: number; inserted: { id: string; at: string }[] }>
}
