import { type SampleStore, storeDirectory, storeRanges } from './edgeStores.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

type Row = Record<string, unknown>
const day = 86_400_000
const minute = 60_000
const reason = 'Azure rejected the request (status 400): The billing scope has reached its daily limit of subscriptions.'

interface StoreProgress {
  wave: number
  status: 'planned' | 'ready' | 'completed' | 'failed'
}
interface Plan {
  name: string
  number: number
  status: 'halted' | 'completed'
  waveSize: number
  launchedAt: Date
  stores: { store: SampleStore; account: SampleAccount | undefined; progress: StoreProgress }[]
}

/**
 * Creates two rollouts: a completed one, and one that is halted in its fourth wave and continues in the simulated cloud when it is resumed.
 * @returns rows by table, in the order of their references, and the ranges of the new accounts
 */
export function edgeRolloutRows(
  company: Company,
  now: Date,
): { tables: [table: string, rows: Row[]][]; ranges: { range: string; account_id: string }[] } {
  const directory = storeDirectory(company.accounts)
  const byNumber = new Map(directory.map((store) => [store.number, store]))
  const taken = new Set(company.accounts.flatMap(({ storeNumbers }) => storeNumbers))
  const existing = company.accounts
    .filter(({ kind, status }) => kind === 'edge' && status === 'active')
    .map((account) => ({ account, store: byNumber.get(account.storeNumbers[0]!)! }))
  const free = directory
    .filter(({ number, closing }) => closing === null && !taken.has(number))
    .map((store) => ({ account: undefined, store }))
  const before = new Date(now.getTime() - 62 * day)
  const recentDate = new Date(now.getTime() - 2 * day - 95 * minute)
  const plans: Plan[] = [
    {
      name: 'Edge platform, first hundred',
      number: 1,
      status: 'completed',
      waveSize: 25,
      launchedAt: before,
      stores: existing
        .slice(0, 100)
        .map((each, index) => ({ ...each, progress: { wave: Math.floor(index / 25) + 1, status: 'completed' } })),
    },
    {
      name: 'Shelf sensors, autumn',
      number: 2,
      status: 'halted',
      waveSize: 20,
      launchedAt: recentDate,
      stores: [...existing.slice(100, 165), ...free.slice(0, 55)].map((each, index) => ({ ...each, progress: haltedProgress(index) })),
    },
  ]
  const rows = plans.map((plan) => rolloutRows(company, plan))
  const table = (name: keyof (typeof rows)[number]): [string, Row[]] => [name, rows.flatMap((each): Row[] => each[name])]
  const accounts = rows.flatMap((each) => each.edge_rollout_stores.filter(({ status }) => status === 'planned' || status === 'failed'))
  return {
    tables: [
      table('accounts'),
      table('account_owners'),
      table('edge_rollouts'),
      table('edge_rollout_owners'),
      table('edge_waves'),
      table('edge_rollout_stores'),
    ],
    ranges: accounts.map(({ address_range, account_id }) => ({ range: String(address_range), account_id: String(account_id) })),
  }
}

/** In the second rollout two waves are reported, a third is ready, and the fourth reached the limit of the billing scope. */
function haltedProgress(index: number): StoreProgress {
  const wave = Math.floor(index / 20) + 1
  if (index < 34) return { wave, status: 'completed' }
  if (index < 65) return { wave, status: 'ready' }
  return { wave, status: index < 68 ? 'failed' : 'planned' }
}

function rolloutRows(company: Company, plan: Plan) {
  const { name, number, status, waveSize, launchedAt } = plan
  const id = stableId(`edge-rollout/${number}`)
  const family = company.families.find((each) => each.name === 'Store Edge')!
  const tower = company.towers.find((each) => each.id === family.towerId)!
  const isHalted = status === 'halted'
  const waves = Math.ceil(plan.stores.length / waveSize)
  const toTimestamp = (wave: number, minutes = 0) => new Date(launchedAt.getTime() + ((wave - 1) * 31 + minutes) * minute)
  const budget = { amount: 25_000, currency: 'GBP', contacts: [], thresholds: [{ percent: 80, basis: 'actual' }] }
  const ranges = storeRanges()
  const created = plan.stores.map(({ store, account, progress }, position) => {
    const slug = `store-${store.number}-${store.address.town.toLowerCase()}`
    const isReady = progress.status === 'ready' || progress.status === 'completed'
    const readyAt = toTimestamp(progress.wave, 27)
    return {
      store,
      account,
      accountId: account?.id ?? stableId(`account/${slug}`),
      row: {
        id: stableId(`edge-rollout/${number}/${store.number}`),
        rollout_id: id,
        wave_id: stableId(`edge-rollout/${number}/wave/${progress.wave}`),
        position,
        store_number: store.number,
        store_name: store.name,
        town: store.address.town,
        postcode: store.address.postcode,
        region: store.region,
        azure_region: account?.region ?? 'uksouth',
        account_id: account?.id ?? stableId(`account/${slug}`),
        account_name: account?.name ?? slug,
        address_range: account?.network.addressSpaces[0] ?? ranges[position]!.range,
        status: progress.status,
        progress: isReady ? 4 : 0,
        reason: progress.status === 'failed' ? reason : null,
        attempt: progress.status === 'planned' ? 0 : 1,
        tries: 0,
        ready_at: isReady ? readyAt : null,
        completed_at: progress.status === 'completed' ? new Date(readyAt.getTime() + (position % 9) * 40 * minute + 5 * minute) : null,
        updated_at: progress.status === 'planned' ? launchedAt : readyAt,
      },
    }
  })
  const reference = `EDGE-${String(number).padStart(4, '0')}`
  return {
    accounts: created
      .filter(({ account }) => account === undefined)
      .map(({ store, accountId, row }) => ({
        id: accountId,
        name: row.account_name,
        description: `Edge account of store ${store.number}, ${store.name}.`,
        kind: 'edge',
        environment: 'production',
        workload: 'Production',
        status: row.status === 'failed' ? 'failed' : 'provisioning',
        tower_id: tower.id,
        family_id: family.id,
        cost_centre: tower.costCentre,
        data_classification: 'internal',
        criticality: 'tier2',
        region: row.azure_region,
        network: { connectivity: 'corporate', addressSpaces: [] },
        budget,
        catalogue_item_ids: [],
        tags: {},
        store_numbers: [store.number],
        version: 1,
        created_at: launchedAt,
        updated_at: launchedAt,
      })),
    account_owners: created
      .filter(({ account }) => account === undefined)
      .flatMap(({ accountId }) => family.ownerIds.map((person_id, position) => ({ account_id: accountId, person_id, position }))),
    edge_rollouts: [
      {
        id,
        reference,
        name,
        status,
        wave_size: waveSize,
        halt_after: 3,
        tower_id: tower.id,
        family_id: family.id,
        cost_centre: tower.costCentre,
        region: 'uksouth',
        budget,
        created_by: company.people.find((person) => person.appRoles.includes('Slipway.Admin'))!.id,
        halt_reason: isHalted ? `3 stores of wave 4 failed. Most common reason: ${reason}` : null,
        halted_at: isHalted ? toTimestamp(4, 12) : null,
        version: isHalted ? 2 : 3,
        created_at: launchedAt,
        updated_at: toTimestamp(waves, 30),
        ended_at: isHalted ? null : toTimestamp(waves, 600),
      },
    ],
    edge_rollout_owners: family.ownerIds.map((person_id, position) => ({ rollout_id: id, person_id, position })),
    edge_waves: Array.from({ length: waves }, (_, index) => {
      const wave = index + 1
      const hasStarted = !isHalted || wave <= 4
      return {
        id: stableId(`edge-rollout/${number}/wave/${wave}`),
        rollout_id: id,
        number: wave,
        status: !hasStarted ? 'planned' : isHalted && wave === 4 ? 'halted' : 'done',
        attempt: hasStarted ? 1 : 0,
        started_at: hasStarted ? toTimestamp(wave) : null,
        ended_at: hasStarted ? toTimestamp(wave, 30) : null,
      }
    }),
    edge_rollout_stores: created.map(({ row }) => row),
  }
}
