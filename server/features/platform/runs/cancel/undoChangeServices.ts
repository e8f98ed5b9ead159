import { sql } from 'kysely'
import { auditAsSlipway } from '../../../../audit/auditAsSlipway.ts'
import { notify } from '../../../../notifications/notify.ts'
import { announce } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../../accounts/updates/carry-out/input.ts'
import { closeChange } from './closeChange.ts'
import type { CalledOff } from './undoBuildInput.ts'

export type UndoChangeInput = UpdateInput & { calledOff: CalledOff }

/** Rolls back a service change that was cancelled before its merge. */
export const undoChangeServices: Workflow<UndoChangeInput> = {
  kind: 'undoChangeServices',
  steps: [closeChange()],
  async succeeded({ db, input, now }) {
    const { updateId, accountId, reference, calledOff } = input
    await db
      .updateTable('account_updates')
      .set({ status: 'cancelled', version: sql`version + 1`, updated_at: now })
      .where('id', '=', updateId)
      .where('status', '=', 'approved')
      .execute()
    await auditAsSlipway(db, {
      deed: 'accountUpdateUndone',
      subject: { kind: 'accountUpdate', id: updateId },
      after: { status: 'cancelled', accountId },
      reason: `${reference} was cancelled by ${calledOff.by}: “${calledOff.reason}”`,
    })
    await notify(db, [input.requesterId], {
      kind: 'request.cancelled',
      subjectKind: 'accountUpdate',
      subjectId: updateId,
      title: `${reference} cancelled`,
      body: `Cancelled by ${calledOff.by}: “${calledOff.reason}” The account keeps its current services.`,
      key: `calledOff:${updateId}`,
    })
    await announce(db, { kind: 'account', id: accountId })
  },
  async failed({ db, input }) {
    await announce(db, { kind: 'account', id: input.accountId })
  },
}
