import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'

export async function ownershipEvidence(
  db: Db,
  { requesterId, familyId, currency }: { requesterId: string; familyId: string; currency: string },
): Promise<Pick<Evidence, 'requesterOwns'> & { familyBudget: NonNullable<Evidence['familyBudget']> }> {
  const { rows } = await sql<{ owned: number; owned_in_family: number; family_accounts: number; family_budget: number }>`
    select (select count(*) from account_owners o join accounts a on a.id = o.account_id where o.person_id = ${requesterId} and a.status = 'active') as owned,
      (select count(*) from account_owners o join accounts a on a.id = o.account_id where o.person_id = ${requesterId} and a.family_id = ${familyId} and a.status = 'active') as owned_in_family,
      count(*) as family_accounts, coalesce(sum(budget_amount), 0)::bigint as family_budget
    from accounts where family_id = ${familyId} and status = 'active'`.execute(db)
  const { owned, owned_in_family, family_accounts, family_budget } = rows[0]!
  return {
    requesterOwns: { accounts: owned, inFamily: owned_in_family },
    familyBudget: { accounts: family_accounts, monthly: { amount: family_budget, currency } },
  }
}
