import { ExternalError } from '../../../../clients/externalError.ts'
import type { Step } from '../../../../workflows/workflow.ts'
import { type StoreInProgress, storeProgress, type WaveContext, type WaveInput } from './input.ts'
import { processStores } from './processStores.ts'

/** Limit of IDs per query, because they are part of the URL. */
const maxIdsPerQuery = 100

/** Registration is the last step, so a registered store is ready. */
export const registerStores: Step<WaveInput> = {
  name: 'registerStores',
  title: 'Register the accounts in the configuration database',
  async run(context) {
    const { servicenow } = context.clients
    const existingItems = await knownItems(context)
    return processStores(context, {
      from: storeProgress.recorded,
      note: 'ServiceNow is registering the accounts.',
      async act(store) {
        if (existingItems?.has(store.account_id)) return {}
        const item = itemOf(store)
        await (existingItems ? servicenow.createMissingConfigurationItem(item) : servicenow.createConfigurationItem(item))
        return {}
      },
    })
  },
}

const itemOf = (store: StoreInProgress) => ({
  name: store.account_name,
  correlationId: store.account_id,
  fields: {
    account_id: store.subscription_id!,
    short_description: `Edge account of store ${store.store_number}, ${store.store_name}.`.slice(0, 160),
    environment: 'production',
    operational_status: '1',
  },
})

/**
 * Finds accounts that an earlier pass, whose response was lost, has registered. Each query has at most 100 accounts.
 * @returns undefined if ServiceNow rejects the query; the caller then looks each account up separately
 */
async function knownItems({ clients, db, input }: WaveContext): Promise<Set<string> | undefined> {
  const rows = await db
    .selectFrom('edge_rollout_stores')
    .select('account_id')
    .where('wave_id', '=', input.waveId)
    .where('status', '=', 'building')
    .where('progress', '=', storeProgress.recorded)
    .execute()
  const existingItems = new Set<string>()
  try {
    for (let startIndex = 0; startIndex < rows.length; startIndex += maxIdsPerQuery) {
      const ids = rows.slice(startIndex, startIndex + maxIdsPerQuery).map((row) => row.account_id!)
      const batch = await clients.servicenow.knownCorrelationIds(ids)
      if (!batch) return undefined
      for (const id of batch) existingItems.add(id)
    }
    return existingItems
  } catch (error) {
    if (error instanceof ExternalError) return undefined
    throw error
  }
}
