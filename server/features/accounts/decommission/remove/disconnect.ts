import type { DnsLink } from '../../../../clients/arm/armDns.ts'
import { inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { dnsLinksOf, type PeeredNetwork, peeringsOf, productionPeer } from '../dry-run/connections.ts'
import { pollOperations, worstFailure } from '../pollOperations.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

/**
 * Removes the private DNS links, then both sides of each peering. The remote side is removed first, because it can be found only from the
 * account's own side.
 */
export const disconnect: Step<UpdateInput> = {
  name: 'disconnect',
  title: 'Disconnect the networks',
  async run(context) {
    const { clients, config, db, input } = context
    await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
    const subscriptionId = await subscriptionOf(db, input.accountId)
    const peerings = await peeringsOf(clients, subscriptionId)
    const inUse = await productionPeer(db, config, peerings)
    if (inUse)
      throw new NonRetryableError(
        'connected',
        `The production account ${inUse.account} is connected to ${inUse.network}. Ask its owners to remove the peering, then retry this step.`,
      )
    const links = await dnsLinksOf(clients, config, subscriptionId)
    return disconnectResources(context, peerings, links)
  },
}

export async function disconnectResources(
  context: Pick<StepContext<unknown>, 'clients' | 'checkpoint' | 'saveCheckpoint'>,
  peerings: PeeredNetwork[],
  links: Pick<DnsLink, 'id'>[],
): Promise<Record<string, unknown> | Wait> {
  const { clients } = context
  const theirPeerings: { id: string; name: string }[] = []
  for (const remoteId of new Set(peerings.map((peering) => peering.remoteId))) {
    const remote = await clients.arm.getVirtualNetwork(remoteId)
    const ownNetworkIds = new Set(peerings.filter((each) => each.remoteId === remoteId).map((each) => each.networkId.toLowerCase()))
    for (const { name, properties } of remote?.properties.virtualNetworkPeerings ?? [])
      if (ownNetworkIds.has(properties.remoteVirtualNetwork?.id.toLowerCase() ?? '')) theirPeerings.push({ id: remoteId, name })
  }
  const ourPeerings = peerings.map(({ networkId, name }) => ({ id: networkId, name }))
  const polledKeys = Object.keys((context.checkpoint['following'] ?? {}) as object).map(fromKey)
  const networksToDisconnect = [...links.map(({ id }) => ({ id, name: '' })), ...(theirPeerings.length > 0 ? theirPeerings : ourPeerings)]
  const keys = [...new Set([...polledKeys, ...networksToDisconnect].map(toKey))]
  if (keys.length === 0) return {}
  const progress = await pollOperations(context, keys, (key, state) => {
    const { id, name } = fromKey(key)
    return name === '' ? clients.arm.deleteDnsLink(id, state) : clients.arm.deletePeering(id, name, state)
  })
  const error = worstFailure(progress)
  if (error) throw error
  return new Wait('Azure is disconnecting the networks.', progress.retryAfterMs)
}

const toKey = ({ id, name }: { id: string; name: string }): string => `${id}|${name}`
function fromKey(key: string): { id: string; name: string } {
  const separatorIndex = key.lastIndexOf('|')
  return { id: key.slice(0, separatorIndex), name: key.slice(separatorIndex + 1) }
}
