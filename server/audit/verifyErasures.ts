import type { Findings } from './findings.ts'
import { type AuditPartName, sha256 } from './record.ts'

export interface Erasure {
  eventId: string
  part: AuditPartName
  requestId: string
}
/** The event of a call that erased. */
export interface ErasureOrder {
  seq: number
  eventId: string
  requestId: string
  after: string | null
}
interface Erased {
  erased: { eventId: string; part: AuditPartName; seq: number }[]
  erasures: Erasure[]
  orders: ErasureOrder[]
}

/** What the event of an erasure commits to: exactly these parts of exactly these events. */
export function erasureDigest(erasures: readonly Pick<Erasure, 'eventId' | 'part'>[]): string {
  return sha256(
    erasures
      .map(({ eventId, part }) => `${eventId} ${part}\n`)
      .sort()
      .join(''),
  )
}

/** Content may be gone where somebody ordered it, on record, and nowhere else. */
export function checkErasures(findings: Findings, { erased, erasures, orders }: Erased): void {
  const byPlace = new Map(erasures.map((erasure) => [`${erasure.eventId} ${erasure.part}`, erasure]))
  for (const { eventId, part, seq } of erased)
    if (!byPlace.has(`${eventId} ${part}`)) {
      const message = `Content of number ${seq} is gone, and no erasure on record says so.`
      findings.add({ kind: 'erased', seq, eventId, part, message })
    }
  const byRequest = Map.groupBy(erasures, ({ requestId }) => requestId)
  for (const [requestId, rows] of byRequest) {
    const order = orders.find((each) => each.requestId === requestId)
    if (!order) {
      const message = `${rows.length} erased parts name the request ${requestId}, whose order does not stand in the chain.`
      findings.add({ kind: 'erased', eventId: rows[0]?.eventId ?? null, part: rows[0]?.part ?? null, message })
    } else if (digestOf(order.after) !== erasureDigest(rows)) {
      const message = `The erasure ordered at number ${order.seq} covers other parts of events than are on record for it.`
      findings.add({ kind: 'erased', seq: order.seq, eventId: order.eventId, part: 'what', message })
    }
  }
}

function digestOf(after: string | null): unknown {
  try {
    return (JSON.parse(after ?? 'null') as { digest?: unknown } | null)?.digest
  } catch {
    return undefined
  }
}
