import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type CataloguePlan, planCatalogueChange } from './planCatalogueChange.ts'
import type { CatalogueChange } from './schemas.ts'

/** @throws invalidRequest naming every invalid field */
export async function requirePlan(db: Db, accountId: string, change: CatalogueChange): Promise<CataloguePlan> {
  const plan = await planCatalogueChange(db, accountId, change)
  if (plan.problems.length === 0) return plan
  const text = plan.problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')
  throw new Failure('invalidRequest', text, { errors: plan.problems })
}

/**
 * Returns why the account's services can't be changed now, or undefined. Each change is priced and approved against what the account holds,
 * so a second change has to wait.
 */
export async function otherChange(db: Db, accountId: string, except?: string): Promise<string | undefined> {
  const found = await sql<{ reference: string; status: string; work: string | null }>`
    select u.reference, u.status, w.status as work
    from account_updates u left join work_runs w on w.subject_kind = 'accountUpdate' and w.subject_id = u.id
    where u.account_id = ${accountId} and u.kind = 'catalogue' and u.id is distinct from ${except ?? null}::uuid
      and (u.status in ('pending_approval', 'changes_requested') or (u.status = 'approved' and w.status <> 'succeeded'))
    order by u.created_at desc limit 1`.execute(db)
  const [other] = found.rows
  if (!other) return undefined
  if (other.status === 'approved')
    return other.work === 'failed'
      ? `${other.reference} failed. An administrator must complete it first.`
      : `${other.reference} is in progress. Wait until it completes.`
  return `${other.reference} is already pending. Change or withdraw it, or wait for the decision.`
}

/** @throws conflict */
export async function requireNoOther(db: Db, accountId: string, except?: string): Promise<void> {
  const other = await otherChange(db, accountId, except)
  if (other) throw new Failure('conflict', other)
}
