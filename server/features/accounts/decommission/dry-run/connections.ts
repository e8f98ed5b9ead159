import type { DnsLink } from '../../../../clients/arm/armDns.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/database.ts'

export interface PeeredNetwork {
  networkId: string
  name: string
  remoteId: string
}

export const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1)
const subscriptionOf = (id: string): string => id.split('/')[2]?.toLowerCase() ?? ''

export async function peeringsOf({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<PeeredNetwork[]> {
  const networks = await arm.listVirtualNetworks(subscriptionId)
  return networks.flatMap(({ id, properties }) =>
    (properties.virtualNetworkPeerings ?? []).flatMap((peering) => {
      const remoteId = peering.properties.remoteVirtualNetwork?.id
      return remoteId && subscriptionOf(remoteId) !== subscriptionId.toLowerCase() ? [{ networkId: id, name: peering.name, remoteId }] : []
    }),
  )
}

async function accountsOfNetworks(db: Db, ids: string[]) {
  const subscriptions = [...new Set(ids.map(subscriptionOf))]
  if (subscriptions.length === 0) return new Map<string, { id: string; name: string; environment: string }>()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'environment', 'subscription_id'])
    .where('subscription_id', 'in', subscriptions)
    .where('status', '<>', 'deleted')
    .execute()
  return new Map(rows.map(({ subscription_id, ...account }) => [subscription_id!.toLowerCase(), account]))
}

function isHub({ hubNetworks }: Config, networkId: string): boolean {
  return Object.values(hubNetworks).some((hub) => hub.toLowerCase() === networkId.toLowerCase())
}

export function dnsLinksOf({ arm }: Pick<Clients, 'arm'>, { hubNetworks }: Config, subscriptionId: string): Promise<DnsLink[]> {
  return arm.listDnsLinks([...new Set(Object.values(hubNetworks).map(subscriptionOf))], subscriptionId)
}

export async function fetchConnections({ db, config, clients }: { db: Db; config: Config; clients: Clients }, subscriptionId: string) {
  const [peerings, links] = await Promise.all([peeringsOf(clients, subscriptionId), dnsLinksOf(clients, config, subscriptionId)])
  const accounts = await accountsOfNetworks(
    db,
    peerings.map(({ remoteId }) => remoteId),
  )
  const zones = links.map(({ id, name, networkId }) => ({
    kind: 'dns' as const,
    name,
    network: lastOf(networkId),
    remoteName: /privateDnsZones\/([^/]+)/i.exec(id)?.[1] ?? name,
    hub: true,
    account: null,
  }))
  const otherPeerings = peerings
    .map(({ networkId, name, remoteId }) => ({
      kind: 'peering' as const,
      name,
      network: lastOf(networkId),
      remoteName: lastOf(remoteId),
      hub: isHub(config, remoteId),
      account: accounts.get(subscriptionOf(remoteId)) ?? null,
    }))
    .sort((a, b) => Number(b.hub) - Number(a.hub) || a.remoteName.localeCompare(b.remoteName))
  return [...otherPeerings, ...zones]
}

export async function productionPeer(
  db: Db,
  config: Config,
  peerings: PeeredNetwork[],
): Promise<{ account: string; network: string } | undefined> {
  const otherPeerings = peerings.filter(({ remoteId }) => !isHub(config, remoteId))
  const accounts = await accountsOfNetworks(
    db,
    otherPeerings.map(({ remoteId }) => remoteId),
  )
  for (const { remoteId, networkId } of otherPeerings) {
    const account = accounts.get(subscriptionOf(remoteId))
    if (account?.environment === 'production') return { account: account.name, network: lastOf(networkId) }
  }
  return undefined
}
