import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { type StoreInProgress, storeProgress, tagsOf, type WaveContext, type WaveFacts, type WaveInput } from './input.ts'
import { processStores, type StoreResult, type WaitingStore } from './processStores.ts'

/**
 * Creates a network with the store's address range. The repository's pipeline connects it, because a hub network allows only 500 peerings and
 * there are thousands of stores.
 */
export const buildNetworks: Step<WaveInput> = {
  name: 'buildNetworks',
  title: 'Build the networks',
  timeoutMinutes: 240,
  run: (context) =>
    processStores(context, {
      from: storeProgress.subscription,
      note: 'Azure is building the networks.',
      act: (store, wave) => build(context, store, wave),
    }),
}

async function build(
  { clients, input: _, ...context }: WaveContext,
  store: StoreInProgress,
  wave: WaveFacts,
): Promise<StoreResult | WaitingStore> {
  const subscriptionId = store.subscription_id!
  const address = { subscriptionId, resourceGroup: `rg-${store.account_name}-network`, name: `vnet-${store.account_name}` }
  const shape = { location: store.azure_region, tags: tagsOf(wave, store) }
  context.signal.throwIfAborted()
  if (store.poll === null) {
    const group = await waitForPropagation('The network', () => clients.arm.putResourceGroup(subscriptionId, address.resourceGroup, shape))
    if (group instanceof Wait) return { waits: group.note }
  }
  const network = await clients.arm.putVirtualNetwork(
    address,
    {
      ...shape,
      addressPrefixes: [store.address_range],
      subnets: [{ name: 'default', addressPrefix: store.address_range.replace(/\/24$/, '/25') }],
    },
    store.poll ?? undefined,
  )
  return network.done ? {} : { waits: 'Azure is creating the network.', poll: network.state }
}
