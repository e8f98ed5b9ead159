import type { ExternalFacts } from '../../../approvals/evidence.ts'
import type { Clients } from '../../../clients/clients.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import type { Db } from '../../../db/database.ts'
import { type DirectoryGroups, fetchDirectoryGroups } from '../../accounts/groups/directory.ts'
import { lastUses } from './lastUse.ts'

/** Evidence must not delay a page or a vote. If a source takes longer, its response is cached for the next reader. */
const maxWaitMs = 2_500
const maxConcurrency = 4

/** Facts from external systems; a source that fails or takes too long leaves its part undefined. */
export interface ExternalAccessFacts {
  groups: DirectoryGroups | undefined
  lastUse: Map<string, Date> | undefined
}

export async function fetchAccessFacts(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  approvalIds: string[],
): Promise<ExternalFacts> {
  const approvals = await db
    .selectFrom('approvals as a')
    .innerJoin('accounts as c', 'c.id', 'a.account_id')
    .select(['a.id', 'a.account_id', 'c.subscription_id'])
    .where('a.id', 'in', approvalIds)
    .execute()
  const facts = new Map<string, ExternalAccessFacts>()
  const endsAt = performance.now() + maxWaitMs
  await mapWithConcurrency([...Map.groupBy(approvals, ({ account_id }) => account_id!)], maxConcurrency, async ([accountId, each]) => {
    const remainingMs = endsAt - performance.now()
    if (remainingMs <= 0) return
    const withTimeout = <T>(promise: Promise<T>) =>
      withDeadline(
        remainingMs,
        promise.catch(() => undefined),
      )
    const subscriptionId = each[0]?.subscription_id
    const [groups, lastUse] = await Promise.all([
      withTimeout(fetchDirectoryGroups({ db, clients }, accountId)),
      subscriptionId ? withTimeout(lastUses(clients, subscriptionId, now())) : undefined,
    ])
    for (const { id } of each) facts.set(id, { groups, lastUse })
  })
  return facts
}
