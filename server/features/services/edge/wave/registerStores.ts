import { OutsideError } from '../../../../clients/outsideError.ts'
import type { Step } from '../../../../workflows/workflow.ts'
import { eachStore } from './eachStore.ts'
import { type StoreAtWork, stands, type WaveContext, type WaveInput } from './input.ts'

/** Limit of ids per query, because they are part of the URL. */
const askedAtOnce = 100

/** Registers the accounts. As this is the last step, a registered store is ready. */
export const registerStores: Step<WaveInput> = {
  name: 'registerStores',
  title: 'Register the accounts in the configuration database',
  async run(context) {
    const { servicenow } = context.clients
    const known = await knownItems(context)
    return eachStore(context, {
      from: stands.recorded,
      note: 'ServiceNow is registering the accounts.',
      async act(store) {
        if (known?.has(store.account_id)) return {}
        const item = itemOf(store)
        await (known ? servicenow.createMissingConfigurationItem(item) : servicenow.createConfigurationItem(item))
        return {}
      },
    })
  },
}

const itemOf = (store: StoreAtWork) => ({
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
 * Finds accounts that an earlier pass has registered although its answer was lost, 100 per query.
 * @returns undefined if ServiceNow refuses the query; then each account is looked up separately
 */
async function knownItems({ clients, db, input }: WaveContext): Promise<Set<string> | undefined> {
  const rows = await db
    .selectFrom('edge_rollout_stores')
    .select('account_id')
    .where('wave_id', '=', input.waveId)
    .where('status', '=', 'building')
    .where('progress', '=', stands.recorded)
    .execute()
  const known = new Set<string>()
  try {
    for (let at = 0; at < rows.length; at += askedAtOnce) {
      const ids = rows.slice(at, at + askedAtOnce).map((row) => row.account_id!)
      const some = await clients.servicenow.knownCorrelationIds(ids)
      if (!some) return undefined
      for (const id of some) known.add(id)
    }
    return known
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}
