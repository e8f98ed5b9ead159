import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { closeChange } from './closeChange.ts'
import { disconnectNetwork, endSubscription, removeBuilt } from './subscription.ts'
import type { UndoBuildInput } from './undoBuildInput.ts'

export const undoBuildAccount: Workflow<UndoBuildInput> = {
  kind: 'undoBuildAccount',
  steps: [closeChange(), disconnectNetwork, removeBuilt, endSubscription],
  async succeeded({ db, input, now }) {
    await db
      .updateTable('accounts')
      .set({ status: 'deleted', version: sql`version + 1`, updated_at: now })
      .where('id', '=', input.accountId)
      .where('status', '=', 'failed')
      .execute()
    await db.updateTable('address_ranges').set({ account_id: null, allocated_at: null }).where('account_id', '=', input.accountId).execute()
    await db
      .updateTable('account_requests')
      .set({ status: 'cancelled', version: sql`version + 1`, updated_at: now })
      .where('id', '=', input.requestId)
      .where('status', '=', 'approved')
      .execute()
    await recordSystemEvent(db, {
      action: 'accountBuildUndone',
      subject: { kind: 'account', id: input.accountId },
      before: { status: 'failed' },
      after: { status: 'deleted', requestId: input.requestId },
      reason: `${input.reference} was cancelled by ${input.cancellation.by}: “${input.cancellation.reason}” Everything was rolled back.`,
    })
    await notify(db, [...new Set([input.requesterId, ...input.details.ownerIds])], {
      kind: 'request.cancelled',
      subjectKind: 'accountRequest',
      subjectId: input.requestId,
      title: `Setup of ${input.details.name} cancelled`,
      body: `${input.reference}: Cancelled by ${input.cancellation.by}: “${input.cancellation.reason}” Everything was rolled back, and the name is available again.`,
      key: `cancellation:${input.requestId}`,
    })
    await publishChange(db, { kind: 'account', id: input.accountId })
  },
  async failed({ db, input }) {
    await publishChange(db, { kind: 'account', id: input.accountId })
  },
}
