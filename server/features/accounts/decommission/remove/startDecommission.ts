import { withdrawEndedRequests } from '../../../../approvals/withdrawEndedRequests.ts'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { inTransaction } from '../../../../db/database.ts'
import { nextVersion, updateRow } from '../../../../db/rows.ts'
import { formatDay } from '../../../../format.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { NonRetryableError, type Step } from '../../../../workflows/workflow.ts'
import { affectedPersonIds, ownerIdsOf } from '../../accounts/ownerIds.ts'
import { statusPhrases } from '../../accounts/policy.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { graceDays, inDays } from '../states.ts'

export const startDecommission: Step<UpdateInput> = {
  name: 'startDecommission',
  title: 'Mark the account and notify its owners',
  run: ({ db, input, now }) =>
    inTransaction(db, async (tx) => {
      const { accountId, updateId, reference, requesterId } = input
      const account = await tx.selectFrom('accounts').select(['name', 'status']).where('id', '=', accountId).forUpdate().executeTakeFirst()
      const startedDecommission = await tx
        .selectFrom('account_decommissions')
        .select('update_id')
        .where('update_id', '=', updateId)
        .executeTakeFirst()
      // An undo or restore compares the owners with these, because changes of owners during the decommission don't reach external systems.
      const output = { ownerIds: await ownerIdsOf(tx, accountId) }
      if (startedDecommission) return output
      if (account?.status !== 'active')
        throw new NonRetryableError(
          'notActive',
          `The account ${statusPhrases[account?.status ?? 'deleted']}, so there is nothing to decommission.`,
        )
      const at = now()
      const graceEndsAt = inDays(at, graceDays)
      await updateRow(tx, 'accounts', accountId, { status: 'decommissioning', ...nextVersion(at) })
      await withdrawEndedRequests(tx, { account_id: [accountId] }, at)
      await tx
        .insertInto('account_decommissions')
        .values({
          update_id: updateId,
          account_id: accountId,
          phase: 'grace',
          access: '{"assignments":[],"eligibilities":[]}',
          files: '[]',
          started_at: at,
          grace_ends_at: graceEndsAt,
          cancelled_at: null,
          restorable_until: null,
          ended_at: null,
          ended_by: null,
        })
        .execute()
      await recordSystemEvent(tx, {
        action: 'accountDecommissionStarted',
        subject: { kind: 'account', id: accountId },
        before: { status: 'active' },
        after: { status: 'decommissioning', updateId, graceEndsAt },
        reason: `${reference} was approved.`,
      })
      await notify(tx, await affectedPersonIds(tx, accountId, requesterId), {
        kind: 'decommissioning',
        subjectKind: 'account',
        subjectId: accountId,
        title: `Decommissioning ${account.name}`,
        body: `${reference}: access is being removed. Everything else is kept until ${formatDay(graceEndsAt)}. You can undo the decommission until then.`,
        key: `decommissioning:${updateId}`,
      })
      await publishChange(tx, { kind: 'account', id: accountId })
      return output
    }),
}
