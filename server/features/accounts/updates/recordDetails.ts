import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { Account } from '../accounts/schemas.ts'
import { submitUpdate } from './submitUpdate.ts'

/** What of an account's details the cloud, the directory or the landing-zone repository holds as well. */
export const held = ['budget', 'tags', 'costCentre', 'criticality', 'dataClassification'] as const

/**
 * Records a change of details that is made already and begins to carry it out, without anybody's approval.
 * Records kept by hand and accounts that are not in use have nothing outside that follows them.
 * @param because why it happened by itself: nothing refuses what has happened, not even the policy
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
