import type { AccountUpdateChange, UpdateKind } from '../../../../db/tables.ts'

export interface UpdateInput {
  updateId: string
  accountId: string
  reference: string
  kind: UpdateKind
  requesterId: string
  change: AccountUpdateChange
}
