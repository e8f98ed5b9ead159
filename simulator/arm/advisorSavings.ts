import { seededRandom } from '../../sample/seededRandom.ts'
import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import { costPerResource } from './costFigures.ts'
import type { SimResource } from './resource.ts'
import { listResources } from './resourceStore.ts'
import type { SimSubscription } from './subscriptionStore.ts'

interface Recommendation {
  id: string
  name: string
  type: 'Microsoft.Advisor/recommendations'
  properties: {
    category: 'Cost'
    impact: 'High' | 'Medium' | 'Low'
    impactedField: string
    impactedValue: string
    recommendationTypeId: string
    lastUpdated: string
    shortDescription: { problem: string; solution: string }
    extendedProperties: Record<string, string>
    resourceMetadata: { resourceId: string; singular: string; plural: string }
    learnMoreLink: string
    suppressionIds: string[]
  }
}

interface Rule {
  typeId: string
  /** In lower case. */
  type: string
  chance: number
  problem: string
  singular: string
  /** Smallest and largest saving, as a share of what the resource costs. */
  saves: [number, number]
  link: string
  details?: (resource: SimResource, yearly: number) => Record<string, string>
}

const documentationUrl = 'https://learn.microsoft.com/azure'

const rules: Rule[] = [
  {
    typeId: 'e10b1381-5f0a-47ff-8c7b-37bd13d7c974',
    type: 'microsoft.compute/virtualmachines',
    chance: 0.16,
    problem: 'Right-size or shutdown underutilized virtual machines',
    singular: 'Virtual machine',
    saves: [0.3, 0.5],
    link: `${documentationUrl}/advisor/advisor-cost-recommendations`,
    details: (resource) => {
      const { vmSize = 'Standard_D2s_v5' } = (resource.properties.hardwareProfile ?? {}) as { vmSize?: string }
      const smaller: Record<string, string> = { Standard_D8s_v5: 'Standard_D4s_v5', Standard_D4s_v5: 'Standard_D2s_v5' }
      const target = smaller[vmSize]
      return { currentSku: vmSize, recommendationType: target ? 'SkuChange' : 'Shutdown', ...(target ? { targetSku: target } : {}) }
    },
  },
  {
    typeId: '48eda464-1485-4dcf-a674-d0905df5054a',
    type: 'microsoft.compute/disks',
    chance: 0.012,
    problem: 'Review disks that are not attached to a VM and evaluate if you still need the disk',
    singular: 'Disk',
    saves: [0.9, 1],
    link: `${documentationUrl}/virtual-machines/windows/find-unattached-disks`,
  },
  {
    typeId: '39a8510f-5ac8-4d8a-9b5a-6d4f2d0b3c11',
    type: 'microsoft.web/serverfarms',
    chance: 0.2,
    problem: 'Right-size underutilized App Service plans',
    singular: 'App Service plan',
    saves: [0.25, 0.5],
    link: `${documentationUrl}/app-service/manage-scale-up`,
  },
  {
    typeId: 'ff94d2e8-9f3b-4c2c-a1d9-5a6b1a3c7e20',
    type: 'microsoft.sql/servers/databases',
    chance: 0.18,
    problem: 'Right-size underutilized SQL Databases',
    singular: 'SQL database',
    saves: [0.2, 0.5],
    link: `${documentationUrl}/azure-sql/database/scale-resources`,
  },
  {
    typeId: '8d0a5f4e-3a4e-4a1d-8a6f-0f5c1e7d9b42',
    type: 'microsoft.documentdb/databaseaccounts',
    chance: 0.22,
    problem: 'Configure autoscale throughput on your Azure Cosmos DB containers',
    singular: 'Cosmos DB account',
    saves: [0.15, 0.45],
    link: `${documentationUrl}/cosmos-db/provision-throughput-autoscale`,
  },
  {
    typeId: 'a9a2b7c3-6e1f-4b58-93c5-2d7e8f1a0b64',
    type: 'microsoft.operationalinsights/workspaces',
    chance: 0.08,
    problem: 'Move the Log Analytics workspace to a commitment tier',
    singular: 'Log Analytics workspace',
    saves: [0.15, 0.3],
    link: `${documentationUrl}/azure-monitor/logs/cost-logs`,
  },
  {
    typeId: 'c3f6d8e1-7b24-4c9a-8d50-9e1a2b3c4d75',
    type: 'microsoft.storage/storageaccounts',
    chance: 0.07,
    problem: 'Use lifecycle management to move rarely read blobs to a cooler tier',
    singular: 'Storage account',
    saves: [0.1, 0.4],
    link: `${documentationUrl}/storage/blobs/lifecycle-management-overview`,
  },
]
const byType = Map.groupBy(rules, ({ type }) => type)

const neverRefreshedShare = 1 / 10

function refreshes(sim: Simulator) {
  return sim.state.collection<{ at: string }>('arm.advisor')
}

export function markRefreshed(sim: Simulator, subscriptionId: string): void {
  refreshes(sim).set(subscriptionId, { at: sim.clock.now().toISOString() })
}

/** Advisor analyses one account in ten, and new subscriptions, only when a caller requests it. */
function hasRefreshed(sim: Simulator, { subscriptionId, account }: SimSubscription): boolean {
  if (account && seededRandom(`advisor/${account.id}`).next() >= neverRefreshedShare) return true
  return refreshes(sim).get(subscriptionId) !== undefined
}

function recommend(sim: Simulator, { subscriptionId }: SimSubscription, resource: SimResource, rule: Rule, yearly: number): Recommendation {
  const name = stableId(`advisor/${rule.typeId}/${resource.id}`)
  const now = sim.clock.now().getTime()
  return {
    id: `${resource.id}/providers/Microsoft.Advisor/recommendations/${name}`,
    name,
    type: 'Microsoft.Advisor/recommendations',
    properties: {
      category: 'Cost',
      impact: yearly >= 1500 ? 'High' : yearly >= 400 ? 'Medium' : 'Low',
      impactedField: resource.type,
      impactedValue: resource.name,
      recommendationTypeId: rule.typeId,
      lastUpdated: new Date(now - (now % 86_400_000)).toISOString(),
      shortDescription: { problem: rule.problem, solution: rule.problem },
      extendedProperties: {
        annualSavingsAmount: yearly.toFixed(2),
        savingsAmount: (yearly / 12).toFixed(2),
        savingsCurrency: 'GBP',
        subId: subscriptionId,
        ...rule.details?.(resource, yearly),
      },
      resourceMetadata: { resourceId: resource.id, singular: rule.singular, plural: `${rule.singular}s` },
      learnMoreLink: rule.link,
      suppressionIds: [],
    },
  }
}

export function* savingsOf(sim: Simulator, subscription: SimSubscription): Generator<Recommendation> {
  if (!hasRefreshed(sim, subscription)) return
  const costOf = costPerResource(sim, subscription)
  for (const resource of listResources(sim, subscription)) {
    const fitting = byType.get(resource.type.toLowerCase())
    if (!fitting) continue
    const random = seededRandom(`advisor/${resource.id}`)
    for (const rule of fitting) {
      const [minSaving, max] = rule.saves
      const share = minSaving + (max - minSaving) * random.next() ** 2
      const yearly = Math.floor(100 * 12 * share * costOf(resource.type)) / 100
      if (random.chance(rule.chance)) yield recommend(sim, subscription, resource, rule, yearly)
    }
  }
}
