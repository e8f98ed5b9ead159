import { networkId } from '../../../../clients/arm/armNetwork.ts'
import type { Progress } from '../../../../clients/arm/longRunning.ts'
import { updateRow } from '../../../../db/rows.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { regionName } from '../../accounts/regionNames.ts'
import { slug } from '../../accounts/slug.ts'
import { type BuildInput, tagsOf } from './input.ts'

/** Follows a long-running operation across attempts and processes; the checkpoint holds where to poll. */
async function follow<T>(
  context: StepContext<BuildInput>,
  key: string,
  note: string,
  call: (state?: string) => Promise<Progress<T>>,
): Promise<T | Wait> {
  const state = context.checkpoint[key]
  let progress: Progress<T>
  try {
    progress = await call(typeof state === 'string' ? state : undefined)
  } catch (error) {
    // A failed operation is started again by the next attempt, because polling it would only repeat the failure.
    if (state !== undefined) await context.remember({ ...context.checkpoint, [key]: undefined })
    throw error
  }
  if (progress.done) return progress.result
  await context.remember({ ...context.checkpoint, [key]: progress.state })
  return new Wait(note, progress.retryAfterMs)
}

export const buildNetwork: Step<BuildInput> = {
  name: 'buildNetwork',
  title: 'Create the network and connect it to the hub',
  async run(context) {
    const { clients, config, db, input } = context
    const { details, accountId } = input
    const { addressRange } = context.output<{ addressRange: string | null }>('reserveNames')
    if (!addressRange) return { networkId: null }
    const hub = config.hubNetworks[details.region]
    if (!hub)
      throw new NonRetryableError(
        'noHub',
        `No hub network is configured for ${regionName(details.region)}. The platform team must add it to SLIPWAY_HUB_NETWORKS, then retry this step.`,
      )
    const { subscriptionId } = context.output<{ subscriptionId: string }>('createSubscription')
    const name = slug(details.name)
    const address = { subscriptionId, resourceGroup: `rg-${name}-network`, name: `vnet-${name}` }
    const group = await waitForPropagation('The network', () =>
      clients.arm.putResourceGroup(subscriptionId, address.resourceGroup, { location: details.region, tags: tagsOf(input) }),
    )
    if (group instanceof Wait) return group
    const half = addressRange.replace(/\/24$/, '/25')
    const network = await follow(context, 'network', 'Azure is creating the network.', (state) =>
      clients.arm.putVirtualNetwork(
        address,
        {
          location: details.region,
          addressPrefixes: [addressRange],
          subnets: [{ name: 'default', addressPrefix: half }],
          tags: tagsOf(input),
        },
        state,
      ),
    )
    if (network instanceof Wait) return network
    const spoke = networkId(address)
    const out = await follow(context, 'toHub', 'Azure is connecting the network to the hub.', (state) =>
      clients.arm.putPeering(spoke, 'to-hub', { remoteNetworkId: hub, allowForwardedTraffic: true }, state),
    )
    if (out instanceof Wait) return out
    const back = await follow(context, 'fromHub', 'Azure is connecting the hub to the network.', (state) =>
      clients.arm.putPeering(hub, `to-${name}`, { remoteNetworkId: spoke, allowForwardedTraffic: true }, state),
    )
    if (back instanceof Wait) return back
    await updateRow(db, 'accounts', accountId, { network: JSON.stringify({ connectivity: 'corporate', addressSpaces: [addressRange] }) })
    return { networkId: spoke }
  },
}
