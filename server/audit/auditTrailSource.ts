import type { Checkpoint } from './checkpoint.ts'
import type { AuditRecord, PartHashes } from './record.ts'
import type { Erasure } from './verifyErasures.ts'

/** `record` is undefined if the event was deleted. */
export interface Link {
  seq: number
  eventId: string
  parts: PartHashes
  hash: string
  record: AuditRecord | undefined
}

export interface AuditTrailSource {
  erasures: Erasure[]
  checkpoints(): AsyncIterable<Checkpoint[]>
  links(): AsyncIterable<Link[]>
  at(seqs: number[]): Promise<{ links: Map<number, Pick<Link, 'hash' | 'eventId'>>; checkpoints: Checkpoint[] }>
  close?(): Promise<void>
  /** Counts the events that wait to be chained, and finds events that are neither waiting nor chained. Must be called after `links`. */
  unchained(): Promise<{ waiting: number; inserted: { id: string; at: string }[] }>
}
