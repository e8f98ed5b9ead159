import { sql } from 'kysely'
import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { recordSystemEvent, type SystemAction } from '../../../audit/recordSystemEvent.ts'
import type { SystemActionName } from '../../../audit/systemActions.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { formatMinutes } from '../../../format.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { applyRoleOrder } from './activation/applyRoleOrder.ts'
import { endActivationsOfClosedAccounts } from './endActivationsOfClosedAccounts.ts'
import { pimActivationKind } from './queries.ts'

const batchSize = 500

/**
 * Makes the changes that are due: starts scheduled roles, records roles that Azure ended, sends delayed orders, and ends roles whose
 * account is being decommissioned or whose person is disabled. Runs every minute and catches up after downtime.
 * @returns the number of changes
 */
export async function advancePrivilegedRoles({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const endedWithAccount = await endActivationsOfClosedAccounts({ db: tx, jobs }, at)
    const releasedOrders = await release({ db: tx, jobs }, at)
    const startedActivations = await updateStatus(
      tx,
      sql<boolean>`status = 'scheduled' and starts_at <= ${at} and ends_at > ${at}`,
      'active',
      at,
    )
    for (const role of startedActivations)
      await notify(tx, [role.person_id], {
        kind: 'privilegedRole',
        subjectKind: 'pimActivation',
        subjectId: role.id,
        title: `${role.role_name} is active`,
        body: `As you requested, for ${formatMinutes(role.minutes)}.`,
        key: `pim:${role.id}:begun`,
      })
    const endedActivations = await updateStatus(
      tx,
      sql<boolean>`status in ('scheduled', 'active', 'ending') and ends_at <= ${at} and not ${beingExtended}`,
      'ended',
      at,
    )
    if (endedActivations.length > 0) await withdrawEndedRequests(tx, { subject_id: endedActivations.map(({ id }) => id) }, at)
    await recordSystemEvent(
      tx,
      ...startedActivations.map(({ id }) => transitionAction('privilegedRoleStarted', id, 'active', 'Scheduled start.')),
      ...endedActivations.map(({ id }) => transitionAction('privilegedRoleEnded', id, 'ended', 'The access expired.')),
    )
    for (const accountId of new Set([...startedActivations, ...endedActivations].map((role) => role.account_id)))
      await publishChange(tx, { kind: 'privilegedRole', id: accountId })
    return endedWithAccount + releasedOrders + startedActivations.length + endedActivations.length
  })
}

/** The end time is unknown until Azure has confirmed the extension. */
const beingExtended = sql<boolean>`exists (select from pim_orders o join work_runs w on w.kind = ${applyRoleOrder.kind} and w.subject_id = o.id
  where o.activation_id = pim_activations.id and o.kind = 'extend' and o.status = 'open' and w.status <> 'failed')`

const transitionAction = (action: SystemActionName, id: string, status: string, reason: string): SystemAction => ({
  action,
  subject: { kind: pimActivationKind, id },
  after: { status },
  reason,
})

async function updateStatus(db: Db, filter: ReturnType<typeof sql<boolean>>, status: 'active' | 'ended', at: Date) {
  return db
    .updateTable('pim_activations')
    .set({ status, version: sql`version + 1`, updated_at: at })
    .where('id', 'in', (eb) => eb.selectFrom('pim_activations').select('id').where(filter).limit(batchSize).forUpdate().skipLocked())
    .returning(['id', 'account_id', 'person_id', 'role_name', 'minutes'])
    .execute()
}

async function release({ db, jobs }: { db: Db; jobs: Jobs }, at: Date): Promise<number> {
  const dueRows = await db
    .updateTable('pim_orders')
    .set({ status: 'open', updated_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pim_orders')
        .select('id')
        .where('status', '=', 'waiting')
        .where('not_before', '<=', at)
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  for (const { id } of dueRows) await startRun({ db, jobs }, applyRoleOrder, { kind: 'pimOrder', id }, {})
  return dueRows.length
}
