import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type CataloguePlan, planCatalogueChange } from './planCatalogueChange.ts'
import type { CatalogueChange } from './schemas.ts'

/** @throws invalidRequest with every invalid field */
export async function requirePlan(db: Db, accountId: string, change: CatalogueChange): Promise<CataloguePlan> {
  const plan = await planCatalogueChange(db, accountId, change)
  if (plan.problems.length === 0) return plan
  const text = plan.problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')
  throw new Failure('invalidRequest', text, { errors: plan.problems })
}

/**
 * Returns why the account's services can't be changed now, or undefined if they can. Each change is priced and approved against the current
 * services, so a second change has to wait.
 */
export async function findOpenUpdate(db: Db, accountId: string, exceptId?: string): Promise<string | undefined> {
  const openUpdate = await sql<{ reference: string; status: string; work: string | null }>`
    select u.reference, u.status, w.status as work
    from account_updates u left join work_runs w on w.subject_kind = 'accountUpdate' and w.subject_id = u.id
    where u.account_id = ${accountId} and u.kind = 'catalogue' and u.id is distinct from ${exceptId ?? null}::uuid
      and (u.status in ('pending_approval', 'changes_requested') or (u.status = 'approved' and w.status <> 'succeeded'))
    order by u.created_at desc limit 1`.execute(db)
  const [otherUpdate] = openUpdate.rows
  if (!otherUpdate) return undefined
  if (otherUpdate.status === 'approved')
    return otherUpdate.work === 'failed'
      ? `${otherUpdate.reference} failed. An administrator must complete it first.`
      : `${otherUpdate.reference} is in progress. Wait until it completes.`
  return `${otherUpdate.reference} is already pending. Change or withdraw it, or wait for the decision.`
}

/** @throws conflict */
export async function requireNoOpenUpdate(db: Db, accountId: string, exceptId?: string): Promise<void> {
  const otherUpdate = await findOpenUpdate(db, accountId, exceptId)
  if (otherUpdate) throw new Failure('conflict', otherUpdate)
}
