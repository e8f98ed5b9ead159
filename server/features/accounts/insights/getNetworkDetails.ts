import { Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { Network, PublicAddress } from './networkSchemas.ts'
import { type PeeredAccounts, presentNetwork, presentPublicAddress } from './presentNetwork.ts'
import { subscriptionOfId } from './resourceId.ts'
import { InsightQuery } from './schemas.ts'

const maxPeeredAccounts = 1_000

export const getNetworkDetails = operation({
  id: 'getNetworkDetails',
  method: 'GET',
  path: '/accounts/{id}/networkDetails',
  tag: 'accounts',
  summary: 'Get the network of an account with its subnets, peerings and public IP addresses',
  description: '`fetchedAt` is when the data was read from Azure. The lists are empty if the account has no network.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: {
    200: Type.Object({ networks: Type.Array(Network), publicAddresses: Type.Array(PublicAddress), fetchedAt: Timestamp }),
  },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'network', async (subscriptionId) => {
      const { arm } = preparation.clients
      const [networks, addresses] = await Promise.all([arm.listVirtualNetworks(subscriptionId), arm.listPublicAddresses(subscriptionId)])
      return { networks, addresses }
    }),
  async handler({ db, config, allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const remote = value.networks.flatMap(({ properties }) =>
      (properties.virtualNetworkPeerings ?? []).map((peering) => subscriptionOfId(peering.properties.remoteVirtualNetwork?.id ?? '')),
    )
    const peeredAccounts: PeeredAccounts = {
      accounts: await accountsOf(db, remote),
      hubs: new Map(Object.entries(config.hubNetworks).map(([region, id]) => [id.toLowerCase(), region])),
    }
    return {
      networks: value.networks.map((network) => presentNetwork(network, peeredAccounts)).sort((a, b) => a.name.localeCompare(b.name)),
      publicAddresses: value.addresses.map(presentPublicAddress).sort((a, b) => a.name.localeCompare(b.name)),
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

/** A hub can have more spokes than the limit, so only the first ones are named. */
async function accountsOf(db: Db, subscriptionIds: (string | null)[]): Promise<PeeredAccounts['accounts']> {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  const ids = [...new Set(subscriptionIds.map((id) => id?.toLowerCase() ?? ''))].filter((id) => uuid.test(id)).slice(0, maxPeeredAccounts)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'subscription_id'])
    .where('subscription_id', 'in', ids)
    .where('status', '<>', 'deleted')
    .execute()
  return new Map(rows.map((row) => [row.subscription_id!.toLowerCase(), { id: row.id, name: row.name }]))
}
