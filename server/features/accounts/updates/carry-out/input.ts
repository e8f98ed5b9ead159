import type { AccountUpdateChange, UpdateKind } from '../../../../db/tables.ts'

/** What the approved update asks for; a snapshot, so that nothing changed later slips in. */
export interface UpdateInput {
  updateId: string
  accountId: string
  reference: string
  kind: UpdateKind
  requesterId: string
  change: AccountUpdateChange
}
