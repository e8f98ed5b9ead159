import { addressAllocator } from './addressAllocator.ts'
import { catalogueItemId, commonItemSlugs, restrictedItemSlugs } from './catalogue.ts'
import { type FamilyPlan, organisationChart } from './organisationChart.ts'
import { personaId } from './people.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import type {
  SampleAccount,
  SampleCatalogueItem,
  SampleConnectivity,
  SampleEnvironment,
  SampleFamily,
  SamplePerson,
  SampleTower,
} from './shapes.ts'
import { stableId } from './stableId.ts'
import { storeTowns } from './storeHosts.ts'
import { environmentCodes, landingZone, type RegionName, regions, storeOctets } from './topology.ts'

const cloudAccounts = 1700
const edgeAccounts = 300
const newestCreation = Date.parse('2026-10-30T00:00:00Z')
const sixYears = 6 * 365 * 24 * 3600 * 1000

const monthlyBudgetPounds: Record<SampleEnvironment, [number, number]> = {
  production: [900, 42000],
  preproduction: [400, 12000],
  test: [150, 4000],
  development: [80, 2500],
}

interface Parts {
  people: readonly SamplePerson[]
  towers: readonly SampleTower[]
  families: readonly SampleFamily[]
  catalogue: readonly SampleCatalogueItem[]
}

/** Builds 1,700 cloud accounts (each system in some of its environments) and 300 edge accounts, one per larger store. */
export function buildAccounts(parts: Parts): SampleAccount[] {
  const random = seededRandom('accounts')
  const build = accountBuilder(parts, random)
  const accounts = [...planCloud(random).map(build), ...planEdge(random).map(build)]
  disableAnOwner(accounts, parts.people)
  return accounts
}

interface AccountPlan {
  name: string
  description: string
  kind: SampleAccount['kind']
  environment: SampleEnvironment
  family: FamilyPlan
  system: string
  region: RegionName
  connectivity: SampleConnectivity
  storeNumbers: string[]
}

function planCloud(random: SeededRandom): AccountPlan[] {
  const alwaysPlanned: AccountPlan[] = []
  const optionalPlans: AccountPlan[] = []
  for (const family of organisationChart.flatMap((tower) => tower.families)) {
    for (const system of family.systems) {
      const region = random.chance(0.7) ? 'uksouth' : random.pick(regions).name
      const connectivity = random.chance(0.62) ? 'corporate' : random.chance(0.85) ? 'internet' : 'none'
      const title = `${family.name}: ${system.replaceAll('-', ' ')}`
      const plan = (environment: SampleEnvironment): AccountPlan => ({
        name: `${family.slug}-${system}-${environmentCodes[environment]}`,
        description: `${title}, ${environment}.`,
        kind: 'cloud',
        environment,
        family,
        system,
        region,
        connectivity,
        storeNumbers: [],
      })
      alwaysPlanned.push(plan('production'))
      optionalPlans.push(plan('preproduction'), plan('test'), plan('development'))
      if (region === 'uksouth' && random.chance(0.2)) {
        const standbyPlan = plan('production')
        optionalPlans.push({
          ...standbyPlan,
          name: `${standbyPlan.name}-dr`,
          description: `${title}, standby in the second region.`,
          region: 'ukwest',
        })
      }
    }
  }
  const selected = new Set(random.sample(optionalPlans, cloudAccounts - alwaysPlanned.length))
  return [...alwaysPlanned, ...optionalPlans.filter((plan) => selected.has(plan))].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function planEdge(random: SeededRandom): AccountPlan[] {
  const family = organisationChart.flatMap((tower) => tower.families).find((each) => each.slug === 'edge')!
  const numbers = random.sample(
    Array.from({ length: 3200 }, (_, i) => i + 1001),
    edgeAccounts,
  )
  return numbers
    .sort((a, b) => a - b)
    .map((number, i) => {
      const town = storeTowns[i % storeTowns.length]!
      const format = random.pick(['Superstore', 'Extra', 'Metro', 'Express'])
      return {
        name: `store-${number}-${town.toLowerCase()}`,
        description: `Edge account of store ${number}, ${town} ${format}.`,
        kind: 'edge',
        environment: 'production',
        family,
        system: 'store',
        region: random.chance(0.6) ? 'uksouth' : 'ukwest',
        connectivity: 'corporate',
        storeNumbers: [String(number)],
      }
    })
}

function accountBuilder({ people, families, towers, catalogue }: Parts, random: SeededRandom) {
  const cloudRanges = Object.fromEntries(regions.map((region) => [region.name, addressAllocator(region)])) as Record<
    RegionName,
    ReturnType<typeof addressAllocator>
  >
  const storeRanges = addressAllocator(storeOctets)
  const emails = new Map(people.map((person) => [person.id, person.email]))
  const staff = staffByDepartment(people)
  const familiesByName = new Map(families.map((family) => [family.name, family]))
  const towersById = new Map(towers.map((tower) => [tower.id, tower]))

  return (plan: AccountPlan): SampleAccount => {
    const family = familiesByName.get(plan.family.name)!
    const tower = towersById.get(family.towerId)!
    const production = plan.environment === 'production'
    const status = statusOf(plan, random)
    const ownerIds = ownersOf(plan, staff.get(tower.name)!, random)
    const [low, high] = plan.kind === 'edge' ? [120, 600] : monthlyBudgetPounds[plan.environment]
    const criticality = production
      ? random.pick(['tier1', 'tier2', 'tier2', 'tier3'] as const)
      : random.pick(['tier3', 'tier4', 'tier4'] as const)
    const dataClassification = production
      ? random.pick(['internal', 'confidential', 'confidential', 'restricted'] as const)
      : random.pick(['public', 'internal', 'internal', 'internal', 'confidential'] as const)
    const created = new Date(newestCreation - Math.floor(sixYears * random.next() ** 1.4))
    const size = plan.kind === 'edge' ? 24 : random.pick(production ? [22, 23, 24, 24] : [23, 24, 24])
    const ranges = plan.kind === 'edge' ? storeRanges : cloudRanges[plan.region]
    const takeRanges: Record<SampleConnectivity, () => string[]> = {
      corporate: () => [ranges.take(size)],
      internet: () => [],
      none: () => [],
    }
    const budgetAmount = Math.round((low * (high / low) ** (random.next() ** 1.6)) / 10) * 1000
    return {
      id: stableId(`account/${plan.name}`),
      name: plan.name,
      description: plan.description,
      kind: plan.kind,
      environment: plan.environment,
      workload: production || plan.environment === 'preproduction' ? 'Production' : 'DevTest',
      status,
      subscriptionId: stableId(`subscription/${plan.name}`),
      managementGroupId: managementGroupOf(plan, status),
      towerId: tower.id,
      familyId: family.id,
      ownerIds,
      costCentre: tower.costCentre,
      dataClassification,
      criticality,
      region: plan.region,
      network: { connectivity: plan.connectivity, addressSpaces: takeRanges[plan.connectivity]() },
      budget: {
        amount: budgetAmount,
        currency: 'GBP',
        contacts: ownerIds.slice(0, 2).map((id) => emails.get(id)!),
        thresholds: [
          { percent: 80, basis: 'actual' },
          { percent: 100, basis: production ? 'forecast' : 'actual' },
        ],
      },
      catalogueItemIds: withinBudget(itemsOf(plan, random), budgetAmount, catalogue),
      tags: {
        costCentre: tower.costCentre,
        environment: plan.environment,
        service: plan.kind === 'edge' ? 'store-edge' : `${plan.family.slug}-${plan.system}`,
        tower: tower.code,
        managedBy: 'slipway',
        criticality,
        dataClassification,
      },
      storeNumbers: plan.storeNumbers,
      createdAt: created.toISOString(),
    }
  }
}

function managementGroupOf(plan: AccountPlan, status: SampleAccount['status']): string {
  if (status === 'decommissioned') return 'ng-decommissioned'
  return plan.kind === 'edge' ? 'ng-lz-edge' : landingZone(plan.connectivity, plan.environment)
}

function staffByDepartment(people: readonly SamplePerson[]): Map<string, SamplePerson[]> {
  const staff = people.filter((person) => person.enabled && !person.persona && /Engineer|Manager|Architect/.test(person.jobTitle))
  return Map.groupBy(staff, (person) => person.department)
}

const personaSystems = ['basket', 'payments', 'order-confirm', 'click-collect']

function ownersOf(plan: AccountPlan, staff: readonly SamplePerson[], random: SeededRandom): string[] {
  const owners = random.sample(staff, random.int(2, 4)).map((person) => person.id)
  if (plan.family.slug === 'checkout' && personaSystems.includes(plan.system)) owners[0] = personaId('owner')
  return owners
}

function statusOf(plan: AccountPlan, random: SeededRandom): SampleAccount['status'] {
  const roll = random.next()
  if (plan.family.slug === 'checkout') return 'active'
  return roll < 0.955 ? 'active' : roll < 0.967 ? 'decommissioning' : 'decommissioned'
}

function itemsOf(plan: AccountPlan, random: SeededRandom): string[] {
  if (plan.kind === 'edge') return [catalogueItemId('key-vault'), catalogueItemId('backup')]
  const slugs = random.sample(commonItemSlugs, random.int(1, 5))
  if (plan.environment === 'production' && random.chance(0.06)) slugs.push(random.pick(restrictedItemSlugs))
  return slugs.map(catalogueItemId)
}

const cheapestItem = catalogueItemId('key-vault')
const largestShareOfBudget = 0.8

/** An account spends less than its budget, so its services can't be estimated to cost more. */
function withinBudget(itemIds: string[], budget: number, catalogue: readonly SampleCatalogueItem[]): string[] {
  const estimates = new Map(catalogue.map(({ id, monthlyEstimate }) => [id, monthlyEstimate.amount]))
  let sum = 0
  const affordable = itemIds.filter((id) => {
    const next = sum + estimates.get(id)!
    const fits = next <= budget * largestShareOfBudget
    if (fits) sum = next
    return fits
  })
  return affordable.length > 0 ? affordable : [cheapestItem]
}

function disableAnOwner(accounts: SampleAccount[], people: readonly SamplePerson[]): void {
  const random = seededRandom('disabled owners')
  const leavers = people.filter((person) => !person.enabled).map((person) => person.id)
  const active = accounts.filter((account) => account.status === 'active' && account.kind === 'cloud')
  for (const [i, account] of random.sample(active, 12).entries()) {
    account.ownerIds[account.ownerIds.length - 1] = i % 3 === 0 ? personaId('leaver') : random.pick(leavers)
  }
}
