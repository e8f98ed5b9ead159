import { sign, verify } from 'node:crypto'
import type { AuditKey, TrustedKey } from './auditKey.ts'
import type { Findings } from './findings.ts'
import { type AuditPartName, sha256 } from './record.ts'

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

export interface ErasedPart {
  eventId: string
  part: AuditPartName
  seq: number
  /** Null if the actor was erased. */
  actorId: string | null
  /** Hash of the current content; undefined if there is none. */
  hash: string | undefined
}

/** Operations whose audit events record erasures. These events are never erased themselves. */
const erasureOperations = ['eraseAuditPersonalData', 'requestAuditErasure', 'confirmAuditErasure', 'withdrawAuditErasure'] as const
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

interface ErasureOrder {
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
  const unsignedErasure = { erasureId, digest, keyId: key.id }
  return { ...unsignedErasure, signature: sign(null, message(unsignedErasure, requestId), key.privateKey).toString('base64') }
}

interface ErasureRecords {
  erased: ErasedPart[]
  erasures: Erasure[]
  events: ErasureEvent[]
  keys: readonly TrustedKey[]
}

/** Content can differ from the chain only where two administrators confirmed an erasure. Everything else is a finding. */
export function checkErasures(findings: Findings, { erased, erasures, events, keys }: ErasureRecords): void {
  const erasureOrders = new Map(
    events.filter(({ operation }) => operation === 'confirmAuditErasure').map((order) => [order.requestId, order]),
  )
  const erasuresByScope = Map.groupBy(erasures, erasureKey)
  const partsByScope = new Map(erased.map((part) => [erasureKey(part), part]))
  for (const { eventId, part, seq } of erased)
    if (!erasuresByScope.has(erasureKey({ eventId, part }))) {
      const message = `Content of event number ${seq} is missing, and no erasure is recorded for it.`
      findings.add({ kind: 'erased', seq, eventId, part, message })
    }
  for (const [requestId, rows] of Map.groupBy(erasures, (erasure) => erasure.requestId)) {
    const problem = erasureProblem(requestId, rows, { order: erasureOrders.get(requestId), events, found: partsByScope, keys })
    const { eventId, part } = rows[0]!
    if (problem) findings.add({ kind: 'erased', seq: erasureOrders.get(requestId)?.seq ?? null, eventId, part, message: problem })
  }
  for (const rows of erasuresByScope.values()) {
    // A part can be erased for several people; only the last erasure has the hash of the current content.
    const lastErasure = rows
      .toSorted((one, other) => (erasureOrders.get(one.requestId)?.seq ?? 0) - (erasureOrders.get(other.requestId)?.seq ?? 0))
      .at(-1)!
    const { eventId, part, hash } = lastErasure
    if (hash === null || partsByScope.get(erasureKey(lastErasure))?.hash === hash) continue
    const message = 'An event differs from the state after its last recorded erasure.'
    findings.add({ kind: 'erased', seq: partsByScope.get(erasureKey(lastErasure))?.seq ?? null, eventId, part, message })
  }
}

const erasureKey = ({ eventId, part }: Pick<Erasure, 'eventId' | 'part'>) => `${eventId} ${part}`

interface Evidence {
  order: ErasureEvent | undefined
  events: ErasureEvent[]
  found: Map<string, ErasedPart>
  keys: readonly TrustedKey[]
}

function erasureProblem(requestId: string, rows: Erasure[], { order, events, found: partsByScope, keys }: Evidence): string | undefined {
  const erasedText = `${rows.length} erased ${rows.length === 1 ? 'part names' : 'parts name'} the request ${requestId}`
  if (!order) {
    const erasureEvent = events.find((each) => each.operation === 'eraseAuditPersonalData' && each.requestId === requestId)
    return erasureEvent
      ? `${erasedText}, which only one administrator requested, at event number ${erasureEvent.seq}. An erasure needs two administrators.`
      : `${erasedText}, but the erasure request isn’t in the chain.`
  }
  const orderLabel = `The erasure recorded at event number ${order.seq}`
  const orderContent = contentOf(order) as Partial<ErasureOrder>
  const request = events.find(
    (each) => each.operation === 'requestAuditErasure' && each.seq < order.seq && contentOf(each).erasureId === orderContent.erasureId,
  )
  if (!request?.actorId || !order.actorId || request.actorId === order.actorId)
    return `${orderLabel} was not confirmed by two administrators.`
  if (orderContent.digest !== erasureDigest(rows)) return `${orderLabel} doesn’t cover the parts that were erased.`
  if (!isSigned(orderContent, requestId, keys)) return `${orderLabel} is not signed by a trusted key.`
  const administratorIds = [request.actorId, order.actorId]
  const matchingPart = rows
    .map((row) => partsByScope.get(erasureKey(row)))
    .find((part) => part?.actorId && administratorIds.includes(part.actorId))
  return matchingPart && `${orderLabel} covers event number ${matchingPart.seq}, an event by one of the two administrators.`
}

function isSigned({ erasureId, digest, keyId, signature }: Partial<ErasureOrder>, requestId: string, keys: readonly TrustedKey[]): boolean {
  if (!erasureId || !digest || !keyId || !signature) return false
  const signatureBytes = Buffer.from(signature, 'base64')
  return keys.some(
    ({ id, publicKey }) => id === keyId && verify(null, message({ erasureId, digest, keyId }, requestId), publicKey, signatureBytes),
  )
}

function contentOf({ after }: ErasureEvent): { erasureId?: unknown } {
  try {
    const content: unknown = JSON.parse(after ?? 'null')
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}
