import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { formatDay } from '../../../../format.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { affectedPersonIds } from '../../accounts/ownerIds.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { updateWorkflows } from '../../updates/workflows.ts'
import { startRemoving } from '../record.ts'
import { inDays, restorableDays } from '../states.ts'
import { cancelSubscription } from './cancelSubscription.ts'
import { closeConfigurationItem, removeFromRepository, restoreAccess } from './closeRecords.ts'
import { deleteRemaining, deleteResources } from './deleteResources.ts'
import { disconnect } from './disconnect.ts'
import { endBackups, waitForVaults } from './endBackups.ts'
import { revokeAccess } from './revokeAccess.ts'
import { startDecommission } from './startDecommission.ts'
import { waitForGracePeriod } from './waitForGracePeriod.ts'

/** Decommissions an account after the approval (`product.md` Flows 2): access first, then the grace period, then everything else. */
export const decommissionAccount: Workflow<UpdateInput> = {
  kind: 'decommissionAccount',
  steps: [
    startDecommission,
    revokeAccess,
    waitForGracePeriod,
    disconnect,
    endBackups,
    deleteResources,
    waitForVaults,
    deleteRemaining,
    cancelSubscription,
    closeConfigurationItem,
    removeFromRepository,
    restoreAccess,
  ],
  async succeeded({ db, input, now }) {
    const { accountId, updateId, reference, requesterId } = input
    await startRemoving(db, updateId)
    const account = await db
      .updateTable('accounts')
      .set({ status: 'decommissioned', version: sql`version + 1`, updated_at: now })
      .where('id', '=', accountId)
      .returning('name')
      .executeTakeFirstOrThrow()
    const { cancelled_at } = await db
      .selectFrom('account_decommissions')
      .select('cancelled_at')
      .where('update_id', '=', updateId)
      .executeTakeFirstOrThrow()
    const restorableUntil = inDays(cancelled_at ?? now, restorableDays)
    await db
      .updateTable('account_decommissions')
      .set({ phase: 'gone', cancelled_at: cancelled_at ?? now, restorable_until: restorableUntil })
      .where('update_id', '=', updateId)
      .execute()
    await recordSystemEvent(db, {
      action: 'accountDecommissioned',
      subject: { kind: 'account', id: accountId },
      before: { status: 'decommissioning' },
      after: { status: 'decommissioned', updateId, restorableUntil },
      reason: `${reference} was approved, its grace period is over, and its resources are deleted.`,
    })
    await notify(db, await affectedPersonIds(db, accountId, requesterId), {
      kind: 'decommissioned',
      subjectKind: 'account',
      subjectId: accountId,
      title: `${account.name} decommissioned`,
      body: `${reference}: the resources are deleted. You can restore the empty subscription until ${formatDay(restorableUntil)}.`,
      key: `decommissioned:${updateId}`,
    })
    await publishChange(db, { kind: 'account', id: accountId })
  },
  async failed({ db, input, now, step, message }) {
    await notify(db, await affectedPersonIds(db, input.accountId, input.requesterId), {
      kind: 'workStuck',
      subjectKind: 'account',
      subjectId: input.accountId,
      title: `${input.reference} failed`,
      body: `“${step}”: ${message} An administrator can retry the step. You don’t need to submit a new request.`,
      key: `stuck:${input.updateId}:${now.toISOString()}`,
    })
    await publishChange(db, { kind: 'account', id: input.accountId })
  },
}

updateWorkflows.decommission = decommissionAccount
