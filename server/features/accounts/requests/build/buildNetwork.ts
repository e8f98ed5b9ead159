import { networkId } from '../../../../clients/arm/armNetwork.ts'
import type { Progress } from '../../../../clients/arm/longRunning.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { pollDelayMs } from '../../../../workflows/pollDelay.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { regionName } from '../../accounts/regionNames.ts'
import { slug } from '../../accounts/slug.ts'
import { type BuildInput, tagsOf } from './input.ts'

type Operation = 'network' | 'toHub' | 'fromHub'

/** The polling URL of each operation in progress, the completed operations, and the start of the latest operation. */
interface NetworkCheckpoint extends Partial<Record<Operation, string>> {
  done?: Operation[]
  startedAt?: string
}

async function pollOperation(
  context: StepContext<BuildInput>,
  operation: Operation,
  note: string,
  call: (state?: string) => Promise<Progress<unknown> | Wait>,
): Promise<Wait | undefined> {
  const networkCheckpoint: NetworkCheckpoint = context.checkpoint
  const finishedSteps = networkCheckpoint.done ?? []
  if (finishedSteps.includes(operation)) return undefined
  const state = networkCheckpoint[operation]
  const startedAt = (state !== undefined && networkCheckpoint.startedAt) || context.now().toISOString()
  let progress: Progress<unknown> | Wait
  try {
    progress = await call(state)
  } catch (error) {
    // The next attempt starts a failed operation again, because polling it would only repeat the failure. A final error can also mean that
    // an earlier part was deleted, so all operations are started again.
    if (error instanceof ExternalError && Object.keys(networkCheckpoint).length > 0)
      await context.saveCheckpoint(error.retryable ? { ...networkCheckpoint, [operation]: undefined } : {})
    throw error
  }
  if (progress instanceof Wait) return progress
  if (progress.done) {
    // The next operation saves this state. If a crash happens before that, the poll is repeated.
    context.checkpoint = { done: [...finishedSteps, operation] }
    return undefined
  }
  await context.saveCheckpoint({ done: finishedSteps, [operation]: progress.state, startedAt })
  return new Wait(note, progress.retryAfterMs ?? pollDelayMs(context.now().getTime() - Date.parse(startedAt)))
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
        `No hub network is configured for ${regionName(details.region)}. Ask the platform team to add one to SLIPWAY_HUB_NETWORKS, then retry this step.`,
      )
    const { subscriptionId } = context.output<{ subscriptionId: string }>('createSubscription')
    const name = slug(details.name)
    const address = { subscriptionId, resourceGroup: `rg-${name}-network`, name: `vnet-${name}` }
    const firstHalfRange = addressRange.replace(/\/24$/, '/25')
    const networkSpec = {
      location: details.region,
      addressPrefixes: [addressRange],
      subnets: [{ name: 'default', addressPrefix: firstHalfRange }],
      tags: tagsOf(input),
    }
    const spoke = networkId(address)
    const wait =
      (await pollOperation(context, 'network', 'Azure is creating the network.', async (state) => {
        if (state !== undefined) return clients.arm.putVirtualNetwork(address, networkSpec, state)
        const group = await waitForPropagation('The network', () =>
          clients.arm.putResourceGroup(subscriptionId, address.resourceGroup, { location: details.region, tags: tagsOf(input) }),
        )
        return group instanceof Wait ? group : clients.arm.putVirtualNetwork(address, networkSpec)
      })) ??
      (await pollOperation(context, 'toHub', 'Azure is connecting the network to the hub.', (state) =>
        clients.arm.putPeering(spoke, 'to-hub', { remoteNetworkId: hub, allowForwardedTraffic: true }, state),
      )) ??
      (await pollOperation(context, 'fromHub', 'Azure is connecting the hub to the network.', (state) =>
        clients.arm.putPeering(hub, `to-${name}`, { remoteNetworkId: spoke, allowForwardedTraffic: true }, state),
      ))
    if (wait) return wait
    await db
      .updateTable('accounts')
      .set({ network: JSON.stringify({ connectivity: 'corporate', addressSpaces: [addressRange] }) })
      .where('id', '=', accountId)
      .execute()
    return { networkId: spoke }
  },
}
