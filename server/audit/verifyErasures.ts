import { sign, verify } from 'node:crypto'
import type { AuditKey, TrustedKey } from './auditKey.ts'
import type { Findings } from './findings.ts'
import { type AuditPartName, sha256 } from './record.ts'

/** A part of an event in which a person's data was replaced. */
export interface Erasure {
  eventId: string
  part: AuditPartName
  requestId: string
  /** Salted hash of the content after the erasure; null for old erasures by one administrator, which emptied the whole part. */
  hash: string | null
}

export interface ErasureEvent {
  operation: string
  seq: number
  eventId: string
  requestId: string
  actorId: string | null
  after: string | null
}

/** A part whose content differs from the chain because of an erasure. */
export interface ErasedPart {
  eventId: string
  part: AuditPartName
  seq: number
  /** Actor of the event, if not erased. */
  actorId: string | null
  /** Hash of the current content; undefined if there is none. */
  hash: string | undefined
}

/** Operations whose events record erasures. These events are never erased themselves. */
export const erasureOperations = ['eraseAuditPersonalData', 'requestAuditErasure', 'confirmAuditErasure', 'withdrawAuditErasure'] as const
export const isErasureOperation = (operation: string): boolean => (erasureOperations as readonly string[]).includes(operation)

/** Digest of the erased parts and their new content, which the erasure's event commits to. */
export function erasureDigest(erasures: readonly Pick<Erasure, 'eventId' | 'part' | 'hash'>[]): string {
  return sha256(
    erasures
      .map(({ eventId, part, hash }) => `${eventId} ${part} ${hash}\n`)
      .sort()
      .join(''),
  )
}

export interface ErasureOrder {
  erasureId: string
  digest: string
  keyId: string
  /** Base64. */
  signature: string
}
const message = ({ erasureId, digest, keyId }: Omit<ErasureOrder, 'signature'>, requestId: string) =>
  Buffer.from(JSON.stringify(['slipway-audit-erasure-1', erasureId, requestId, digest, keyId]))

/** Signs an erasure with the server's key, so that an intruder in the database can't create one that verifies. */
export function signErasure(key: AuditKey, erasureId: string, digest: string, requestId: string): ErasureOrder {
  const unsigned = { erasureId, digest, keyId: key.id }
  return { ...unsigned, signature: sign(null, message(unsigned, requestId), key.privateKey).toString('base64') }
}

interface Erased {
  erased: ErasedPart[]
  erasures: Erasure[]
  /** Ordered as in the chain. */
  events: ErasureEvent[]
  keys: readonly TrustedKey[]
}

/** Content can differ from the chain only where two administrators ordered an erasure. Everything else is a finding. */
export function checkErasures(findings: Findings, { erased, erasures, events, keys }: Erased): void {
  const orders = new Map(events.filter(({ operation }) => operation === 'confirmAuditErasure').map((order) => [order.requestId, order]))
  const byPlace = Map.groupBy(erasures, resolveScope)
  const found = new Map(erased.map((part) => [resolveScope(part), part]))
  for (const { eventId, part, seq } of erased)
    if (!byPlace.has(resolveScope({ eventId, part }))) {
      const message = `Content of number ${seq} is missing, and no erasure is on record for it.`
      findings.add({ kind: 'erased', seq, eventId, part, message })
    }
  for (const [requestId, rows] of Map.groupBy(erasures, (erasure) => erasure.requestId)) {
    const why = problemOf(requestId, rows, { order: orders.get(requestId), events, found, keys })
    const { eventId, part } = rows[0]!
    if (why) findings.add({ kind: 'erased', seq: orders.get(requestId)?.seq ?? null, eventId, part, message: why })
  }
  for (const rows of byPlace.values()) {
    // A part can be erased for several people; only the last erasure has the hash of the current content.
    const last = rows.toSorted((one, two) => (orders.get(one.requestId)?.seq ?? 0) - (orders.get(two.requestId)?.seq ?? 0)).at(-1)!
    const { eventId, part, hash } = last
    if (hash === null || found.get(resolveScope(last))?.hash === hash) continue
    const message = 'An event differs from what its last recorded erasure left.'
    findings.add({ kind: 'erased', seq: found.get(resolveScope(last))?.seq ?? null, eventId, part, message })
  }
}

const resolveScope = ({ eventId, part }: Pick<Erasure, 'eventId' | 'part'>) => `${eventId} ${part}`

interface Evidence {
  order: ErasureEvent | undefined
  events: ErasureEvent[]
  found: Map<string, ErasedPart>
  keys: readonly TrustedKey[]
}

/** @returns why the erasure is invalid, as a sentence; undefined if it is valid */
function problemOf(requestId: string, rows: Erasure[], { order, events, found, keys }: Evidence): string | undefined {
  const parts = `${rows.length} erased ${rows.length === 1 ? 'part names' : 'parts name'} the request ${requestId}`
  if (!order) {
    const alone = events.find((each) => each.operation === 'eraseAuditPersonalData' && each.requestId === requestId)
    return alone
      ? `${parts}, which a single administrator ordered at number ${alone.seq}: an erasure needs two.`
      : `${parts}, whose order is not in the chain.`
  }
  const at = `The erasure ordered at number ${order.seq}`
  const said = contentOf(order) as Partial<ErasureOrder>
  const request = events.find(
    (each) => each.operation === 'requestAuditErasure' && each.seq < order.seq && contentOf(each).erasureId === said.erasureId,
  )
  if (!request?.actorId || !order.actorId || request.actorId === order.actorId) return `${at} was not ordered by two administrators.`
  if (said.digest !== erasureDigest(rows)) return `${at} doesn’t cover the parts that were erased.`
  if (!isSigned(said, requestId, keys)) return `${at} is not signed by a trusted key.`
  const two = [request.actorId, order.actorId]
  const own = rows.map((row) => found.get(resolveScope(row))).find((part) => part?.actorId && two.includes(part.actorId))
  return own && `${at} covers number ${own.seq}, an event by one of the two administrators.`
}

function isSigned({ erasureId, digest, keyId, signature }: Partial<ErasureOrder>, requestId: string, keys: readonly TrustedKey[]): boolean {
  if (!erasureId || !digest || !keyId || !signature) return false
  const signed = Buffer.from(signature, 'base64')
  return keys.some(({ id, publicKey }) => id === keyId && verify(null, message({ erasureId, digest, keyId }, requestId), publicKey, signed))
}

function contentOf({ after }: ErasureEvent): { erasureId?: unknown } {
  try {
    const content: unknown = JSON.parse(after ?? 'null')
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}
