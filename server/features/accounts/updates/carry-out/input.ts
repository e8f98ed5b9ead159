import type { AccountUpdateChange, UpdateKind } from '../../../../db/tables.ts'

/** The input is a snapshot of the approved update, so that later changes don't affect the run. */
export interface UpdateInput {
  updateId: string
  accountId: string
  reference: string
  kind: UpdateKind
  requesterId: string
  change: AccountUpdateChange
}
