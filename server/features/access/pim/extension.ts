import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { notify } from '../../../notifications/notify.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { applyRoleOrder } from './activation/applyRoleOrder.ts'
import { pimActivationKind } from './queries.ts'

export function requestedExtension(db: Db, activationId: string) {
  return db
    .selectFrom('pim_orders')
    .select(['id', 'ends_at', 'justification'])
    .where('activation_id', '=', activationId)
    .where('status', '=', 'requested')
    .executeTakeFirst()
}

const sentences = {
  approved: 'was approved; updating Azure',
  rejected: 'was rejected',
  changes_requested: 'was not approved',
  expired: 'expired without a decision',
}

interface Row {
  id: string
  status: string
  person_id: string
  role_name: string
  ends_at: Date | null
  account_name: string
  account_status: string
}

/** Carries out the decision on an extension. @throws conflict if the activation has ended */
export async function closeExtension(
  { db, jobs, now }: { db: Db; jobs: Jobs; now: Date },
  row: Row,
  outcome: keyof typeof sentences,
  comment: string,
): Promise<void> {
  const order = await requestedExtension(db, row.id)
  if (!order) return
  const approved = outcome === 'approved'
  if (approved && (row.status !== 'active' || row.ends_at! <= now || row.account_status !== 'active'))
    throw new Failure('conflict', `${row.role_name} has ended, so it can’t be extended. Reject the request instead.`)
  await updateRow(db, 'pim_orders', order.id, { status: approved ? 'open' : 'rejected', updated_at: now })
  if (approved) await startRun({ db, jobs }, applyRoleOrder, { kind: 'pimOrder', id: order.id }, {})
  else {
    const problem = `The extension ${sentences[outcome]}. ${comment}`.trim()
    await db.updateTable('pim_activations').set({ problem, updated_at: now }).where('id', '=', row.id).execute()
  }
  await notify(db, [row.person_id], {
    kind: `privilegedRole.${outcome}`,
    subjectKind: pimActivationKind,
    subjectId: row.id,
    title: `Extension of ${row.role_name} in ${row.account_name} ${sentences[outcome]}`,
    body: comment ? `“${comment}”` : approved ? 'You keep the role in the meantime.' : 'The role ends as planned.',
    key: `pim:${order.id}:${outcome}`,
  })
}
