import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../../accounts/updates/apply/input.ts'
import { closeChange } from './closeChange.ts'
import type { Cancellation } from './undoBuildInput.ts'

type UndoChangeInput = UpdateInput & { cancellation: Cancellation }

export const undoChangeServices: Workflow<UndoChangeInput> = {
  kind: 'undoChangeServices',
  steps: [closeChange()],
  async succeeded({ db, input, now }) {
    const { updateId, accountId, reference, cancellation } = input
    await db
      .updateTable('account_updates')
      .set({ status: 'cancelled', version: sql`version + 1`, updated_at: now })
      .where('id', '=', updateId)
      .where('status', '=', 'approved')
      .execute()
    await recordSystemEvent(db, {
      action: 'accountUpdateUndone',
      subject: { kind: 'accountUpdate', id: updateId },
      after: { status: 'cancelled', accountId },
      reason: `${reference} was cancelled by ${cancellation.by}: “${cancellation.reason}”`,
    })
    await notify(db, [input.requesterId], {
      kind: 'request.cancelled',
      subjectKind: 'accountUpdate',
      subjectId: updateId,
      title: `${reference} cancelled`,
      body: `Cancelled by ${cancellation.by}: “${cancellation.reason}” The account keeps its current services.`,
      key: `cancellation:${updateId}`,
    })
    await publishChange(db, { kind: 'account', id: accountId })
  },
  async failed({ db, input }) {
    await publishChange(db, { kind: 'account', id: input.accountId })
  },
}
