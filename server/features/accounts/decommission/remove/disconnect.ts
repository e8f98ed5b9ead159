import type { DnsLink } from '../../../../clients/arm/armDns.ts'
import { inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { dnsLinksOf, type Peered, peeringsOf, productionPeer } from '../dry-run/connections.ts'
import { followAll, worst } from '../followAll.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

/** Removes the private DNS links, then both sides of each peering: the remote side first, because it is found through ours. */
export const disconnect: Step<UpdateInput> = {
  name: 'disconnect',
  title: 'Disconnect its networks',
  async run(context) {
    const { clients, config, db, input } = context
    await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
    const subscriptionId = await subscriptionOf(db, input.accountId)
    const peerings = await peeringsOf(clients, subscriptionId)
    const inUse = await productionPeer(db, config, peerings)
    if (inUse)
      throw new NonRetryableError(
        'connected',
        `The production account ${inUse.account} is connected to ${inUse.network}. Its owners must remove their peering. Then retry this step.`,
      )
    const links = await dnsLinksOf(clients, config, subscriptionId)
    return disconnectResources(context, peerings, links)
  },
}

export async function disconnectResources(
  context: Pick<StepContext<unknown>, 'clients' | 'checkpoint' | 'remember'>,
  peerings: Peered[],
  links: Pick<DnsLink, 'id'>[],
): Promise<Record<string, unknown> | Wait> {
  const { clients } = context
  const theirs: { id: string; name: string }[] = []
  for (const remoteId of new Set(peerings.map((peering) => peering.remoteId))) {
    const remote = await clients.arm.getVirtualNetwork(remoteId)
    const own = new Set(peerings.filter((each) => each.remoteId === remoteId).map((each) => each.networkId.toLowerCase()))
    for (const { name, properties } of remote?.properties.virtualNetworkPeerings ?? [])
      if (own.has(properties.remoteVirtualNetwork?.id.toLowerCase() ?? '')) theirs.push({ id: remoteId, name })
  }
  const ours = peerings.map(({ networkId, name }) => ({ id: networkId, name }))
  const following = Object.keys((context.checkpoint['following'] ?? {}) as object).map(fromKey)
  const wanted = [...links.map(({ id }) => ({ id, name: '' })), ...(theirs.length > 0 ? theirs : ours)]
  const keys = [...new Set([...following, ...wanted].map(toKey))]
  if (keys.length === 0) return {}
  const followed = await followAll(context, keys, (key, state) => {
    const { id, name } = fromKey(key)
    return name === '' ? clients.arm.deleteDnsLink(id, state) : clients.arm.deletePeering(id, name, state)
  })
  const error = worst(followed)
  if (error) throw error
  return new Wait('Azure is disconnecting the networks.', followed.retryAfterMs)
}

/** A peering needs its network and name; a DNS link has only an id. */
const toKey = ({ id, name }: { id: string; name: string }): string => `${id}|${name}`
function fromKey(key: string): { id: string; name: string } {
  const at = key.lastIndexOf('|')
  return { id: key.slice(0, at), name: key.slice(at + 1) }
}
