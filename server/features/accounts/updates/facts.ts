import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { UpdateKind } from '../../../db/tables.ts'
import { toUnits } from '../../../format.ts'

export const updateSubject = 'accountUpdate'

export interface UpdatedAccount {
  id: string
  name: string
  tower: { id: string }
  family: { id: string }
  budget?: { amount: number; currency: string }
}

export function updateFacts(account: UpdatedAccount, kind: UpdateKind, itemIds: string[] = []): ApprovalFacts {
  return {
    towerId: account.tower.id,
    familyId: account.family.id,
    catalogueItemIds: itemIds,
    accountId: account.id,
    request: { change: kind, budget: account.budget ? toUnits(account.budget.amount, account.budget.currency) : 0 },
  }
}
