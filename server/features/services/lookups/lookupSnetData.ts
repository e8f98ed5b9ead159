import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { VirtualNetwork } from '../../../clients/arm/armNetwork.ts'
import { maxSubscriptionsPerQuery } from '../../../clients/arm/armResourceGraph.ts'
import { cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { Network } from '../../accounts/insights/networkSchemas.ts'
import { presentNetwork } from '../../accounts/insights/presentNetwork.ts'
import { subscriptionOfId } from '../../accounts/insights/resourceId.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { LookupAccount } from './lookupSubscription.ts'
import { requireRegion } from './region.ts'

const max = 2_000
const kql = "resources | where type =~ 'microsoft.network/virtualnetworks' | project id, name, location, properties"

const { items: OwnSubnet } = Network.properties.subnets
const Subnet = Type.Object({
  ...OwnSubnet.properties,
  id: Type.String({ description: 'Azure resource ID.' }),
  account: LookupAccount,
  network: Type.Object({ id: Type.String(), name: Type.String() }),
  region: Type.String(),
})

export const lookupSnetData = operation({
  id: 'lookupSnetData',
  method: 'GET',
  path: '/utils/LookupSnetData',
  tag: 'utils',
  summary: 'List subnets of accounts, with free IP addresses, delegations and security groups',
  description: `Searches one account, or all accounts that you own. Administrators and auditors can search all accounts. At most ${maxSubscriptionsPerQuery} accounts are searched, in order of name. Returns up to ${max} subnets, starting with the most free IP addresses. \`fetchedAt\` is when the data was read from Resource Graph, which can be a few minutes behind Azure.`,
  access: 'owner',
  query: Type.Object(
    {
      ...InsightQuery.properties,
      accountId: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Return only subnets of this account.' })),
      region: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9]{2,39}$' })),
      minFree: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 16_777_216, description: 'Return only subnets with at least this many free IP addresses.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      items: Type.Array(Subnet),
      more: Type.Boolean({ description: 'True if there are more subnets or accounts.' }),
      accounts: Type.Integer({ description: 'Number of accounts searched.' }),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, query, now }) {
    const selectedAccounts = await selectAccounts(db, actor, query.accountId)
    const { accounts, verdict } = selectedAccounts
    if (verdict !== true || accounts.size === 0) return { ...selectedAccounts, networks: [], fetchedAt: now() }
    const ids = [...accounts.keys()].sort()
    const key = createHash('sha256').update(ids.join(' ')).digest('base64url')
    const { value, fetchedAt } = await cached(clients, `subnets ${key}`, () => fetchNetworks(clients, ids), query.refresh)
    const { region } = query
    if (region !== undefined && !value.some(({ location }) => location === region))
      await requireRegion({ clients, now }, accounts.keys().next().value!, region)
    return { ...selectedAccounts, networks: value, fetchedAt }
  },
  async handler({ query, allow, audit }, { accounts, moreAccounts, verdict, networks, fetchedAt }) {
    if (query.accountId) audit({ subject: { kind: 'account', id: query.accountId } })
    allow(verdict)
    const items = networks.flatMap((network) => subnetsOf(network, accounts)).filter((subnet) => matchesQuery(subnet, query))
    items.sort((a, b) => (b.free ?? 0) - (a.free ?? 0) || a.account.name.localeCompare(b.account.name) || a.id.localeCompare(b.id))
    return {
      items: items.slice(0, max),
      more: moreAccounts || items.length > max,
      accounts: accounts.size,
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

type Accounts = Map<string, { id: string; name: string }>

/** Returns the accounts by subscription ID in lower case. */
async function selectAccounts(
  db: Db,
  actor: Person,
  accountId?: string,
): Promise<{ accounts: Accounts; moreAccounts: boolean; verdict: Verdict }> {
  if (accountId !== undefined) {
    const account = await loadAccount(db, actor, accountId)
    const { id, name, subscriptionId } = account
    return {
      accounts: new Map(subscriptionId ? [[subscriptionId.toLowerCase(), { id, name }]] : []),
      moreAccounts: false,
      verdict: canDoInAccount(actor, 'seeAll', account),
    }
  }
  const rows = await db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.name', 'accounts.subscription_id'])
    .$if(!actor.admin && !actor.auditor, (query) =>
      query.where('accounts.id', 'in', (subquery) =>
        subquery.selectFrom('account_owners').select('account_id').where('person_id', '=', actor.id),
      ),
    )
    .where('accounts.status', '=', 'active')
    .where('accounts.subscription_id', 'is not', null)
    .orderBy('accounts.name')
    .limit(maxSubscriptionsPerQuery + 1)
    .execute()
  const accounts = new Map(
    rows.slice(0, maxSubscriptionsPerQuery).map(({ id, name, subscription_id }) => [subscription_id!.toLowerCase(), { id, name }] as const),
  )
  return { accounts, moreAccounts: rows.length > maxSubscriptionsPerQuery, verdict: true }
}

async function fetchNetworks({ arm }: Pick<Clients, 'arm'>, subscriptionIds: string[]): Promise<VirtualNetwork[]> {
  const networks: VirtualNetwork[] = []
  for await (const network of arm.readResourceGraph(subscriptionIds, kql, VirtualNetwork)) networks.push(network)
  return networks
}

function subnetsOf(network: VirtualNetwork, accounts: Accounts): Static<typeof Subnet>[] {
  const account = accounts.get(subscriptionOfId(network.id)?.toLowerCase() ?? '')
  if (!account) return []
  const { id, name, location: region, subnets } = presentNetwork(network, { accounts: new Map(), hubs: new Map() })
  return subnets.map((subnet) => ({ ...subnet, id: `${id}/subnets/${subnet.name}`, account, network: { id, name }, region }))
}

function matchesQuery({ region, free }: Static<typeof Subnet>, query: { region?: string; minFree?: number }): boolean {
  return (
    (query.region === undefined || region === query.region) && (query.minFree === undefined || (free !== null && free >= query.minFree))
  )
}
