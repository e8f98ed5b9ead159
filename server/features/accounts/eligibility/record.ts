import { v7 as uuidv7 } from 'uuid'
import { lastSegment } from '../../../clients/arm/armId.ts'
import type { EligibilityGrant } from '../../../clients/arm/armRoles.ts'
import type { Db } from '../../../db/database.ts'
import type { OwningResource } from '../accounts/owningResource.ts'

const day = 86_400_000
/**
 * A renewal starts this long before the end, which leaves time to fix problems. For a short eligibility, it starts in the last third of the
 * duration.
 */
const maxRenewalLeadMs = 30 * day

function renewalDue(endsAt: Date, now: Date): Date {
  const remainingMs = Math.max(0, endsAt.getTime() - now.getTime())
  return new Date(endsAt.getTime() - Math.min(maxRenewalLeadMs, remainingMs / 3))
}

export const timesOf = (endsAt: Date | null, now: Date) => ({ ends_at: endsAt, renew_at: endsAt && renewalDue(endsAt, now) })

/** Azure allows one eligibility per principal, role and scope. */
export async function recordEligibility(
  db: Db,
  resource: OwningResource,
  grant: Pick<EligibilityGrant, 'scope' | 'roleDefinitionId' | 'principalId' | 'principalType'>,
  { endsAt, renewUntil, now }: { endsAt: Date | null; renewUntil: Date | null; now: Date },
): Promise<void> {
  const values = {
    account_id: resource.kind === 'account' ? resource.id : null,
    sandbox_id: resource.kind === 'sandbox' ? resource.id : null,
    principal_type: grant.principalType,
    ...timesOf(endsAt, now),
    renew_until: renewUntil,
    status: 'active' as const,
    updated_at: now,
  }
  await db
    .insertInto('role_eligibilities')
    .values({
      id: uuidv7(),
      scope: grant.scope.toLowerCase(),
      role_definition_id: lastSegment(grant.roleDefinitionId),
      principal_id: grant.principalId.toLowerCase(),
      renewal_id: null,
      created_at: now,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'role_definition_id', 'principal_id']).doUpdateSet({ ...values, renewal_id: null }),
    )
    .execute()
}

export async function endEligibilities(db: Db, owner: { accountId: string } | { principalId: string }, now: Date): Promise<void> {
  const [column, id] = 'accountId' in owner ? (['account_id', owner.accountId] as const) : (['principal_id', owner.principalId] as const)
  await db
    .updateTable('role_eligibilities')
    .set({ status: 'ended', updated_at: now })
    .where(column, '=', id)
    .where('status', '=', 'active')
    .execute()
}
