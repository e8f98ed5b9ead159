import { sql } from 'kysely'
import { mapWithConcurrency } from '../../../../clients/mapWithConcurrency.ts'
import type { RestoreDifference } from '../../../../db/tables.ts'
import type { CompareContext } from './compareContext.ts'

interface RecordedSubscription {
  accountId: string | null
  name: string
  subscriptionId: string | null
  /** Whether the subscription must exist, because the account or host is in use. */
  required: boolean
  /** Whether a run is creating or has created the subscription. */
  building: boolean
}

/**
 * An account that is being built, or a request that is pending again. Each might have created a subscription after the time of the data.
 */
interface Creator {
  accountId: string
  name: string
  detail: string
}

const maxConcurrency = 8

export const accountInCreation = 'The account is being created; the run will use the subscription.'

/**
 * Compares the subscriptions that Slipway can see with accounts and sandbox hosts. The alias of a subscription is the ID of its account, so
 * a subscription that was created after the time of the data is found for an account that is still being built, or whose request is open again.
 */
export async function compareSubscriptions({ db, clients }: CompareContext): Promise<RestoreDifference[]> {
  const { rows: recorded } = await sql<RecordedSubscription>`
    select id::text as "accountId", name, subscription_id::text as "subscriptionId", status in ('active', 'decommissioning') as required,
      status in ('provisioning', 'failed') as building
    from accounts where status <> 'deleted'
    union all select null, name, subscription_id::text, status <> 'closed', false from sandbox_hosts`.execute(db)
  const inAzure = new Map((await clients.arm.listSubscriptions()).map((each) => [each.subscriptionId.toLowerCase(), each]))
  const differences: RestoreDifference[] = []
  const known = new Set<string>()
  const building = recorded.flatMap(({ building, subscriptionId, accountId, name }): Creator[] =>
    building && subscriptionId === null && accountId !== null ? [{ accountId, name, detail: accountInCreation }] : [],
  )
  const creators = [...building, ...(await listOpenRequests(db))]
  const aliases = await mapWithConcurrency(creators, maxConcurrency, ({ accountId }) => clients.arm.getSubscriptionAlias(accountId))
  for (const [n, { name, detail }] of creators.entries()) {
    const id = aliases[n]?.properties.subscriptionId?.toLowerCase()
    if (id === undefined) continue
    known.add(id)
    differences.push({ kind: 'subscription', side: 'outside', id, name, detail })
  }
  for (const { subscriptionId, name, required } of recorded) {
    if (subscriptionId === null) continue
    known.add(subscriptionId)
    if (required && !inAzure.has(subscriptionId))
      differences.push({ kind: 'subscription', side: 'inside', id: subscriptionId, name, detail: 'Azure doesn’t show this subscription.' })
  }
  for (const [id, { displayName, state }] of inAzure)
    if (!known.has(id))
      differences.push({
        kind: 'subscription',
        side: 'outside',
        id,
        name: displayName,
        detail: `Not recorded as an account. State in Azure: ${state}.`,
      })
  return differences
}

async function listOpenRequests(db: CompareContext['db']): Promise<Creator[]> {
  const requests = await db
    .selectFrom('account_requests')
    .select(['planned_account_id', 'name', 'reference'])
    .where('status', 'in', ['pending_approval', 'changes_requested'])
    .execute()
  return requests.map(({ planned_account_id, name, reference }) => ({
    accountId: planned_account_id,
    name,
    detail: `Created for ${reference}, whose approval is missing in the restored data. If it is approved again, the account uses the subscription.`,
  }))
}
