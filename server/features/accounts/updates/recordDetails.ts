import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { Account } from '../accounts/schemas.ts'
import { submitUpdate } from './submitUpdate.ts'

/** Other systems hold these details too: the cloud, the directory or the landing-zone repository. */
export const held = ['budget', 'tags', 'costCentre', 'criticality', 'dataClassification'] as const

/**
 * Records a change of details that has already been made and starts updating other systems, without an approval. For manual records and
 * inactive accounts no other system is updated. @param because why the change happened without a request; the policy can't reject it then
 */
export async function recordDetails(
  context: { db: Db; jobs: Jobs; actor: { id: string; displayName: string }; now: () => Date },
  before: Account,
  after: Account,
  because?: string,
): Promise<void> {
  if (after.kind === 'manual' || after.subscriptionId === null || after.status !== 'active') return
  const was = factsOf(before)
  const is = factsOf(after)
  const changed = Object.keys(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
  if (changed.length === 0) return
  const only = (facts: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, facts[field]]))
  await submitUpdate(context, {
    account: after,
    kind: 'details',
    change: { before: only(was), after: only(is) },
    reason: because ?? '',
    requester: context.actor,
    happened: because !== undefined,
  })
}

function factsOf(account: Account): Record<string, unknown> {
  return {
    ...Object.fromEntries(held.map((field) => [field, account[field]])),
    owners: account.owners.map(({ id, displayName }) => ({ id, displayName })),
  }
}
