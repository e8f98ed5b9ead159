import { sign, verify } from 'node:crypto'
import type { AuditKey, TrustedKey } from './auditKey.ts'
import type { Findings } from './findings.ts'
import { type AuditPartName, sha256 } from './record.ts'

/** A part of an event in which a person's data was replaced. */
export interface Erasure {
  eventId: string
  part: AuditPartName
  requestId: string
  /** The salted hash of what stands there since; null where one administrator emptied the whole part, before an erasure took two. */
  hash: string | null
}

/** An event of a call that requested or confirmed an erasure. */
export interface ErasureEvent {
  operation: string
  seq: number
  eventId: string
  requestId: string
  actorId: string | null
  after: string | null
}

/** A part that does not have the content the chain commits to, but one that an erasure left. */
export interface ErasedPart {
  eventId: string
  part: AuditPartName
  seq: number
  /** Who did what the event says, where that still stands there. */
  actorId: string | null
  /** Of what stands there; undefined: nothing does. */
  hash: string | undefined
}

/** The calls whose events say what was erased, by whose order and why. Nothing is ever erased from them. */
export const erasureOperations = ['eraseAuditPersonalData', 'requestAuditErasure', 'confirmAuditErasure', 'withdrawAuditErasure'] as const
export const isErasureOperation = (operation: string): boolean => (erasureOperations as readonly string[]).includes(operation)

/** What the event of an erasure commits to: exactly these parts of exactly these events, with what stands there since. */
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

/** Signed by the server that worked it out: whoever can only write to the database can make no erasure that verifies. */
export function signErasure(key: AuditKey, erasureId: string, digest: string, requestId: string): ErasureOrder {
  const unsigned = { erasureId, digest, keyId: key.id }
  return { ...unsigned, signature: sign(null, message(unsigned, requestId), key.privateKey).toString('base64') }
}

interface Erased {
  erased: ErasedPart[]
  erasures: Erasure[]
  /** In the order of the chain. */
  events: ErasureEvent[]
  keys: readonly TrustedKey[]
}

/** Content may differ from what was chained where two administrators ordered it, on record, and nowhere else. */
export function checkErasures(findings: Findings, { erased, erasures, events, keys }: Erased): void {
  const orders = new Map(events.filter(({ operation }) => operation === 'confirmAuditErasure').map((order) => [order.requestId, order]))
  const byPlace = Map.groupBy(erasures, placeOf)
  const found = new Map(erased.map((part) => [placeOf(part), part]))
  for (const { eventId, part, seq } of erased)
    if (!byPlace.has(placeOf({ eventId, part }))) {
      const message = `Content of number ${seq} is missing, and no erasure is on record for it.`
      findings.add({ kind: 'erased', seq, eventId, part, message })
    }
  for (const [requestId, rows] of Map.groupBy(erasures, (erasure) => erasure.requestId)) {
    const why = problemOf(requestId, rows, { order: orders.get(requestId), events, found, keys })
    const { eventId, part } = rows[0]!
    if (why) findings.add({ kind: 'erased', seq: orders.get(requestId)?.seq ?? null, eventId, part, message: why })
  }
  for (const rows of byPlace.values()) {
    // Where a part was erased for several people, the last erasure says what stands there now.
    const last = rows.toSorted((one, two) => (orders.get(one.requestId)?.seq ?? 0) - (orders.get(two.requestId)?.seq ?? 0)).at(-1)!
    const { eventId, part, hash } = last
    if (hash === null || found.get(placeOf(last))?.hash === hash) continue
    const message = 'An event differs from what its last recorded erasure left.'
    findings.add({ kind: 'erased', seq: found.get(placeOf(last))?.seq ?? null, eventId, part, message })
  }
}

const placeOf = ({ eventId, part }: Pick<Erasure, 'eventId' | 'part'>) => `${eventId} ${part}`

interface Evidence {
  order: ErasureEvent | undefined
  events: ErasureEvent[]
  found: Map<string, ErasedPart>
  keys: readonly TrustedKey[]
}

/** Why this erasure does not count, in words. */
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
  const own = rows.map((row) => found.get(placeOf(row))).find((part) => part?.actorId && two.includes(part.actorId))
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
