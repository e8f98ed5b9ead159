import type { Db } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { applyRoleOrder } from './applyRoleOrder.ts'
import { type NewOrder, writeOrder } from './writeOrder.ts'

/** Stores an order and starts its run, unless the order has to wait. The caller must have locked the activation. */
export async function startOrder({ db, jobs }: { db: Db; jobs: Jobs }, order: NewOrder): Promise<void> {
  const { id, status } = await writeOrder(db, order)
  if (status === 'open') await startRun({ db, jobs }, applyRoleOrder, { kind: 'pimOrder', id }, {})
}
