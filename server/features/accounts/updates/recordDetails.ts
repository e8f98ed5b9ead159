import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { Account } from '../accounts/schemas.ts'
import { submitUpdate } from './submitUpdate.ts'

export const recordFields = ['budget', 'tags', 'costCentre', 'criticality', 'dataClassification'] as const

/**
 * Records a change of details that has already been made and starts updating external systems, without an approval. For manual records and
 * inactive accounts no external system is updated.
 * @param reason the reason for a change without a request; the policy can't reject such a change
 */
export async function recordDetails(
  context: { db: Db; jobs: Jobs; actor: { id: string; displayName: string }; now: () => Date },
  before: Account,
  after: Account,
  reason?: string,
): Promise<void> {
  if (after.kind === 'manual' || after.subscriptionId === null || after.status !== 'active') return
  const previousFacts = factsOf(before)
  const newFacts = factsOf(after)
  const changed = Object.keys(newFacts).filter((field) => JSON.stringify(previousFacts[field]) !== JSON.stringify(newFacts[field]))
  if (changed.length === 0) return
  const pickFields = (facts: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, facts[field]]))
  await submitUpdate(context, {
    account: after,
    kind: 'details',
    change: { before: pickFields(previousFacts), after: pickFields(newFacts) },
    reason: reason ?? '',
    requester: context.actor,
    happened: reason !== undefined,
  })
}

function factsOf(account: Account): Record<string, unknown> {
  return {
    ...Object.fromEntries(recordFields.map((field) => [field, account[field]])),
    owners: account.owners.map(({ id, displayName }) => ({ id, displayName })),
  }
}
