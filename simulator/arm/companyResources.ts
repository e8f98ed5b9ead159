import { type SeededRandom, seededRandom } from '../../sample/seededRandom.ts'
import type { SampleAccount } from '../../sample/shapes.ts'
import { environmentCodes } from '../../sample/topology.ts'
import type { Simulator } from '../core/simulator.ts'
import { extrasFor } from './companyExtras.ts'
import { hubNetworks, networkOf } from './companyNetworks.ts'
import type { NetworkTopology } from './networkTopology.ts'
import type { SimResource, SimResourceGroup } from './resource.ts'
import type { ResourceTemplate } from './resourceTemplates.ts'
import { templateFor } from './workloads.ts'

const emptyTopology: NetworkTopology = { groups: [], resources: [] }
const busiestCount = 5000
const cache = new Map<string, NetworkTopology>()
const cacheLimit = 24

/** Generates a subscription's resources from its account on demand, the same on every read. The latest few subscriptions are cached. */
export function topologyOf(sim: Simulator, subscriptionId: string, account: SampleAccount | undefined): NetworkTopology {
  const cached = cache.get(subscriptionId)
  if (cached) return cached
  const isHub = subscriptionId === sim.company.hub.subscriptionId
  const networkTopology = isHub ? hubNetworks(sim) : account ? buildTopology(sim, account) : emptyTopology
  cache.set(subscriptionId, networkTopology)
  if (cache.size > cacheLimit) cache.delete(cache.keys().next().value!)
  return networkTopology
}

function busiestAccount(sim: Simulator): SampleAccount {
  const candidates = sim.company.accounts.filter(
    (account) => account.kind === 'cloud' && account.environment === 'production' && account.status === 'active',
  )
  return candidates.reduce((max, account) => (account.budget.amount > max.budget.amount ? account : max))
}

let busiest: { company: Simulator['company']; id: string } | undefined

function isBusiest(sim: Simulator, account: SampleAccount): boolean {
  if (busiest?.company !== sim.company) busiest = { company: sim.company, id: busiestAccount(sim).id }
  return busiest.id === account.id
}

function buildTopology(sim: Simulator, account: SampleAccount): NetworkTopology {
  if (account.status === 'decommissioned') return emptyTopology
  const groups = groupsOf(account)
  let resources: SimResource[] | undefined
  return {
    groups,
    get resources() {
      resources ??= resourcesOf(sim, account, groups)
      return resources
    },
  }
}

function resourcesOf(sim: Simulator, account: SampleAccount, groups: SimResourceGroup[]): SimResource[] {
  const random = seededRandom(`resources/${account.id}`)
  const templates = templateFor(sim.company, account, random)
  const extras = extrasFor(
    account,
    templates,
    groups.map((group) => group.name),
  )
  const network = networkOf(sim, account, templates)
  if (isBusiest(sim, account)) {
    const missingCount = busiestCount - templates.length - extras.length - (network ? 1 : 0)
    for (let index = 1; index <= missingCount; index++) {
      const name = `disk-batch-${String(index).padStart(4, '0')}`
      templates.push({ type: 'Microsoft.Compute/disks', name, part: 'data', sku: { name: 'Premium_LRS', tier: 'Premium' } })
    }
  }
  const resources = [...templates, ...extras].map((sketch) => build(account, groups, sketch, random))
  return network ? [...resources, network] : resources
}

function groupsOf(account: SampleAccount): SimResourceGroup[] {
  const random = seededRandom(`resource-groups/${account.id}`)
  const managed = (part: string): SimResourceGroup => ({ name: groupName(account, part), location: account.region, tags: account.tags })
  const groups = [managed('app'), managed('data'), managed('monitoring')]
  if (account.network.connectivity !== 'none') groups.push(managed('network'))
  if (random.chance(0.35))
    groups.push({
      name: `rg-${random.pick(['poc', 'spike', 'trial', 'migration', 'temp'])}-${random.int(1, 9)}`,
      location: account.region,
      tags: {},
    })
  if (random.chance(0.5)) groups.push({ name: 'NetworkWatcherRG', location: account.region, tags: {} })
  return groups
}

function groupName(account: SampleAccount, part: string): string {
  return `rg-${account.name}-${part}`
}

function build(account: SampleAccount, groups: SimResourceGroup[], sketch: ResourceTemplate, random: SeededRandom): SimResource {
  const { type, name, part, group: named, ...remaining } = sketch
  const group = groups.find((each) => each.name === (named ?? groupName(account, part))) ?? groups[0]!
  const [namespace, ...types] = type.split('/')
  const names = name.split('/')
  const path = types.map((each, index) => `${each}/${names[index]}`).join('/')
  const created = new Date(Date.parse(account.createdAt) + random.int(1, 400) * 3_600_000)
  const changedAt = new Date(created.getTime() + random.int(0, 90) * 86_400_000)
  return {
    location: account.region,
    ...remaining,
    id: `/subscriptions/${account.subscriptionId}/resourceGroups/${group.name}/providers/${namespace}/${path}`,
    name: names.at(-1)!,
    type,
    tags: random.chance(0.85) ? { environment: environmentCodes[account.environment], service: account.tags.service ?? account.name } : {},
    properties: { provisioningState: 'Succeeded', ...sketch.properties },
    createdTime: created.toISOString(),
    changedTime: changedAt.toISOString(),
  }
}
