import { monthlyCost } from '../../sample/accountCosts.ts'
import type { Simulator } from '../core/simulator.ts'
import { chargesBetween } from './charges.ts'
import { listResources } from './resourceStore.ts'
import { lookUpSubscription, type SimSubscription } from './subscriptionStore.ts'

const services: Record<string, [name: string, weight: number]> = {
  'microsoft.compute/virtualmachines': ['Virtual Machines', 9],
  'microsoft.compute/disks': ['Storage', 1.2],
  'microsoft.storage/storageaccounts': ['Storage', 2],
  'microsoft.sql/servers/databases': ['SQL Database', 14],
  'microsoft.containerservice/managedclusters': ['Azure Kubernetes Service', 6],
  'microsoft.containerregistry/registries': ['Container Registry', 3],
  'microsoft.documentdb/databaseaccounts': ['Azure Cosmos DB', 11],
  'microsoft.cache/redis': ['Redis Cache', 5],
  'microsoft.servicebus/namespaces': ['Service Bus', 7],
  'microsoft.eventhub/namespaces': ['Event Hubs', 3],
  'microsoft.web/serverfarms': ['Azure App Service', 8],
  'microsoft.app/managedenvironments': ['Azure Container Apps', 5],
  'microsoft.desktopvirtualization/hostpools': ['Azure Virtual Desktop', 9],
  'microsoft.dbforpostgresql/flexibleservers': ['Azure Database for PostgreSQL', 10],
  'microsoft.network/azurefirewalls': ['Azure Firewall', 20],
  'microsoft.network/expressroutecircuits': ['ExpressRoute', 30],
  'microsoft.network/privatednszones': ['Azure DNS', 0.2],
  'microsoft.cdn/profiles': ['Azure Front Door Service', 5],
  'microsoft.cognitiveservices/accounts': ['Azure OpenAI', 16],
  'microsoft.logic/workflows': ['Logic Apps', 0.6],
  'microsoft.databricks/workspaces': ['Azure Databricks', 26],
  'microsoft.datafactory/factories': ['Azure Data Factory', 6],
  'microsoft.devices/iothubs': ['IoT Hub', 3],
  'microsoft.hybridcompute/machines': ['Azure Arc', 1],
  'microsoft.operationalinsights/workspaces': ['Log Analytics', 5],
  'microsoft.recoveryservices/vaults': ['Backup', 4],
  'microsoft.keyvault/vaults': ['Key Vault', 0.3],
  'microsoft.network/virtualnetworks': ['Virtual Network', 1.4],
  'microsoft.network/loadbalancers': ['Load Balancer', 1.5],
  'microsoft.network/publicipaddresses': ['Virtual Network', 0.4],
}

interface Share {
  service: string
  /** In lower case. */
  resourceType: string
  resourceGroup: string
  share: number
}

function sharesOf(sim: Simulator, subscription: SimSubscription): Share[] {
  const shares = new Map<string, Share>()
  let sum = 0
  for (const { id, type } of listResources(sim, subscription)) {
    const [service, weight] = services[type.toLowerCase()] ?? []
    if (service === undefined || weight === undefined) continue
    const resourceGroup = id.split('/')[4]!
    const resourceType = type.toLowerCase()
    const key = `${resourceType}/${resourceGroup}`
    shares.set(key, { service, resourceType, resourceGroup, share: (shares.get(key)?.share ?? 0) + weight })
    sum += weight
  }
  return [...shares.values()].map((each) => ({ ...each, share: each.share / sum }))
}

function partOf(month: Date, from: Date, to: Date): number {
  const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)
  const [start, stop] = [Math.max(month.getTime(), from.getTime()), Math.min(end, to.getTime())]
  return Math.max(0, stop - start) / (end - month.getTime())
}

export interface CostRow {
  at: Date
  service: string
  resourceType: string
  resourceGroup: string
  pounds: number
}

const lateByMs = 12 * 3_600_000

function sandboxRows(sim: Simulator, subscription: SimSubscription, from: Date, to: Date, step: 'Daily' | 'Monthly'): CostRow[] {
  const billedTo = Math.min(to.getTime(), sim.clock.now().getTime() - lateByMs)
  const rows: CostRow[] = []
  for (let time = floor(from, step); time.getTime() < billedTo; time = next(time, step)) {
    const [begin, end] = [time > from ? time : from, new Date(Math.min(next(time, step).getTime(), billedTo))]
    for (const charge of chargesBetween(sim, subscription, begin, end)) rows.push({ at: time, ...charge })
  }
  return rows
}

/** Steps after the current time are a forecast. */
export function costRows(sim: Simulator, subscription: SimSubscription, from: Date, to: Date, step: 'Daily' | 'Monthly'): CostRow[] {
  if (!subscription.account) return sandboxRows(sim, subscription, from, to, step)
  const created = new Date(subscription.createdAt)
  const start = created > from ? created : from
  const shares = sharesOf(sim, subscription)
  const rows: CostRow[] = []
  for (let time = floor(start, step); time < to; time = next(time, step)) {
    const month = floor(time, 'Monthly')
    const begin = time > start ? time : start
    const end = next(time, step)
    const total = monthlyCost(subscription.account, month) * partOf(month, begin, end < to ? end : to)
    if (total <= 0) continue
    for (const { share, ...of } of shares) rows.push({ at: time, ...of, pounds: total * share })
  }
  return rows
}

/** Returns what one resource of a type, in lower case, cost in the last month, in pounds; for accounts only. */
export function costPerResource(sim: Simulator, subscription: SimSubscription): (type: string) => number {
  const lastMonth = floor(new Date(floor(sim.clock.now(), 'Monthly').getTime() - 1), 'Monthly')
  const weightOf = (type: string) => services[type.toLowerCase()]?.[1] ?? 0
  const sum = listResources(sim, subscription).reduce((total, { type }) => total + weightOf(type), 0)
  const total = subscription.account ? monthlyCost(subscription.account, lastMonth) : 0
  return (type) => (total * weightOf(type)) / (sum || 1)
}

/** Returns the cost of the whole current month in pounds; of an account only, because sandboxes are charged by the hour. */
export function forecastThisMonth(sim: Simulator, subscriptionId: string): number | undefined {
  const subscription = lookUpSubscription(sim, subscriptionId)
  if (!subscription?.account) return undefined
  const month = floor(sim.clock.now(), 'Monthly')
  return costRows(sim, subscription, month, next(month, 'Monthly'), 'Monthly').reduce((sum, { pounds }) => sum + pounds, 0)
}

export function spentThisMonth(sim: Simulator, subscriptionId: string, resourceGroup?: string): number {
  const subscription = lookUpSubscription(sim, subscriptionId)
  if (!subscription) return 0
  const now = sim.clock.now()
  return costRows(sim, subscription, floor(now, 'Monthly'), now, 'Monthly')
    .filter((row) => resourceGroup === undefined || row.resourceGroup.toLowerCase() === resourceGroup)
    .reduce((sum, { pounds }) => sum + pounds, 0)
}

function floor(time: Date, step: 'Daily' | 'Monthly'): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), step === 'Daily' ? time.getUTCDate() : 1))
}

function next(time: Date, step: 'Daily' | 'Monthly'): Date {
  return new Date(step === 'Daily' ? time.getTime() + 86_400_000 : Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1))
}
