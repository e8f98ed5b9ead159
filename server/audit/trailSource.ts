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
  /** Ordered by number, in pages. */
  checkpoints(): AsyncIterable<Checkpoint[]>
  links(): AsyncIterable<Link[]>
  /** The links and checkpoints at these numbers. */
  at(seqs: number[]): Promise<{ links: Map<number, Pick<Link, 'hash' | 'eventId'>>; checkpoints: Checkpoint[] }>
  close?(): Promise<void>
  /** Call it after the links. Counts events that wait to be chained, and finds events that neither wait nor are chained. */
  unchained(): Promise<{ waiting: number; inserted: { id: string; at: string }[] }>
}
