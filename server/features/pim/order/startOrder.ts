import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import type { PimOrderKind } from '../../../db/tables.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { startRun } from '../../../jobs/startRun.ts'
import { carryOutOrder } from './carryOutOrder.ts'

interface Order {
  activationId: string
  kind: PimOrderKind
  justification: string
  /** When an extended role is to end. */
  endsAt?: Date
  /** Azure takes it no earlier; until then it waits. */
  notBefore?: Date
  now: Date
}

/** Writes an order to Azure before it is sent, under the name it is sent with. The caller holds the activation's row. */
export async function startOrder({ db, jobs }: { db: Db; jobs: Jobs }, order: Order): Promise<void> {
  const { activationId, kind, justification, endsAt, notBefore, now } = order
  const waits = notBefore !== undefined && notBefore > now
  const id = randomUUID()
  await db
    .insertInto('pim_orders')
    .values({
      id,
      activation_id: activationId,
      kind,
      justification,
      ends_at: endsAt ?? null,
      not_before: waits ? notBefore : null,
      status: waits ? 'waiting' : 'open',
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (!waits) await startRun({ db, jobs }, carryOutOrder, { kind: 'pimOrder', id }, {})
}
