import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { formatDay } from '../../../format.ts'
import { regionChoices, regionName } from '../../accounts/accounts/regionNames.ts'
import { slug } from '../../accounts/accounts/slug.ts'
import type { StoreLookup } from './directory.ts'
import type { EdgePlan, NewStores, PlannedStore } from './schemas.ts'
import type { Settings } from './settings.ts'
import type { CachedStore } from './storeCache.ts'

const storePool = 'stores'
type Problem = NonNullable<PlannedStore['problem']>

interface ExistingStores {
  account: Map<string, string>
  rollout: Map<string, string>
  names: Set<string>
}

/** Plans each line, or finds its problem. The same lines give the same plan, unless a name or address range is taken in the meantime. */
export async function planRollout(
  db: Db,
  config: Config,
  newStores: NewStores,
  settings: Settings,
  storeLookup: StoreLookup,
  today: string,
): Promise<EdgePlan> {
  const numbers = newStores.stores.map(({ storeNumber }) => storeNumber.trim())
  const names = [...storeLookup.known.values()].map(accountName)
  const [existingStores, ranges, freeCount] = await Promise.all([
    loadExistingStores(db, numbers, names),
    freeRanges(db, numbers.length),
    countFree(db),
  ])
  const seenNumbers = new Map<string, number>()
  let validLines = 0
  const planLines = newStores.stores.map((each, index): PlannedStore => {
    const number = numbers[index]!
    const store = storeLookup.known.get(number)
    const azureRegion = each.region ?? settings.region
    const problem =
      lineProblem(number, store, storeLookup, existingStores, today, seenNumbers.get(number)) ??
      regionProblem(config, azureRegion) ??
      (ranges[validLines] === undefined ? noAddresses : undefined)
    if (!seenNumbers.has(number)) seenNumbers.set(number, index + 1)
    const lineNumber = problem ? undefined : validLines++
    return {
      line: index + 1,
      storeNumber: number,
      ok: problem === undefined,
      problem: problem ?? null,
      store: store ? { name: store.name, town: store.address.town, postcode: store.address.postcode, region: store.region } : null,
      accountName: store ? accountName(store) : null,
      addressRange: lineNumber === undefined ? null : ranges[lineNumber]!,
      azureRegion,
      wave: lineNumber === undefined ? null : Math.floor(lineNumber / settings.waveSize) + 1,
    }
  })
  const ages = planLines.flatMap((planLine) => storeLookup.known.get(planLine.storeNumber)?.asOf.getTime() ?? [])
  return {
    dryRun: newStores.dryRun ?? false,
    lines: planLines,
    ok: validLines,
    problems: planLines.length - validLines,
    waves: Math.ceil(validLines / settings.waveSize),
    freeRanges: freeCount,
    asOf: ages.length > 0 ? new Date(ages.reduce((oldest, age) => Math.min(oldest, age))).toISOString() : null,
    stale: storeLookup.stale,
    settings,
  }
}

function accountName({ number, address }: CachedStore): string {
  return `store-${number}-${slug(address.town)}`
}

const noAddresses: Problem = {
  code: 'noAddresses',
  message: 'No address range is available. Ask the network team to extend the pool “stores”.',
}

function regionProblem(config: Config, region: string): Problem | undefined {
  const regions = Object.keys(config.hubNetworks)
  if (regions.length === 0 || regions.includes(region)) return undefined
  return {
    code: 'unsupportedRegion',
    message: `${regionName(region)} is not an available region. Available regions: ${regionChoices(regions)}.`,
  }
}

export const storeMessages = {
  invalidNumber: 'Enter a store number of 1 to 6 digits.',
  duplicate: (line: number) => `This store is already in line ${line}.`,
  unknown: 'The store directory has no store with this number.',
  hasAccount: (account: string) => `The store already has the edge account ${account}.`,
  inRollout: (rollout: string) => `The store is already in the rollout ${rollout}.`,
  delisted: (at: Date) => `The store directory has not listed this store since ${formatDay(at)}.`,
} as const

function lineProblem(
  number: string,
  store: CachedStore | undefined,
  storeLookup: StoreLookup,
  existingStores: ExistingStores,
  today: string,
  firstLine: number | undefined,
): Problem | undefined {
  if (!/^\d{1,6}$/.test(number)) return { code: 'invalidNumber', message: storeMessages.invalidNumber }
  if (firstLine !== undefined) return { code: 'duplicate', message: storeMessages.duplicate(firstLine) }
  const account = existingStores.account.get(number)
  if (account !== undefined) return { code: 'hasAccount', message: storeMessages.hasAccount(account) }
  const rollout = existingStores.rollout.get(number)
  if (rollout !== undefined) return { code: 'inRollout', message: storeMessages.inRollout(rollout) }
  if (storeLookup.unreadable.has(number))
    return {
      code: 'unreadable',
      message: 'The store’s entry in the store directory can’t be read. Ask the directory’s administrators to fix it.',
    }
  if (storeLookup.missedNumbers.has(number))
    return {
      code: 'directoryUnavailable',
      message: 'The store directory is unavailable, and Slipway has no copy of this store. Try again later.',
    }
  const delistedAt = storeLookup.delisted.get(number)
  if (delistedAt) return { code: 'unknown', message: storeMessages.delisted(delistedAt) }
  if (!store) return { code: 'unknown', message: storeMessages.unknown }
  if (store.closing !== null && store.closing <= today) return { code: 'closed', message: `The store closed on ${store.closing}.` }
  if (existingStores.names.has(accountName(store)))
    return { code: 'nameTaken', message: `Another account is named ${accountName(store)}. Rename or delete that account first.` }
  return undefined
}

async function loadExistingStores(db: Db, numbers: string[], names: string[]): Promise<ExistingStores> {
  const { rows } = await sql<{ kind: 'account' | 'rollout' | 'name'; key: string; holder: string }>`
    select 'account' as kind, n.number as key, a.name as holder
    from unnest(${numbers}::text[]) as n (number)
    join lateral (select a.name from accounts a where a.kind = 'edge' and a.store_numbers @> array[n.number]
      and a.status not in ('deleted', 'decommissioned', 'provisioning', 'failed') limit 1) a on true
    union all
    select 'rollout', s.store_number, r.reference || ' ' || r.name from edge_rollout_stores s join edge_rollouts r on r.id = s.rollout_id
    where s.store_number = any (${numbers}::text[]) and s.status not in ('completed', 'skipped')
    union all
    select 'name', a.name_key, a.name from accounts a where a.name_key = any (${names}::text[]) and a.status <> 'deleted'
    union all
    select 'name', lower(q.name), q.name from account_requests q
    where lower(q.name) = any (${names}::text[]) and q.status in ('pending_approval', 'changes_requested')`.execute(db)
  const rowsOfKind = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    account: new Map(rowsOfKind('account').map(({ key, holder }) => [key, holder])),
    rollout: new Map(rowsOfKind('rollout').map(({ key, holder }) => [key, holder])),
    names: new Set(rowsOfKind('name').map(({ key }) => key)),
  }
}

/**
 * SQL condition for free ranges. A free range has no account and no unfinished store, because the account of an unfinished store can have
 * been deleted after a failure.
 */
const isFree = sql<boolean>`r.region = ${storePool} and r.account_id is null and not exists (
  select from edge_rollout_stores s where s.address_range = r.range and s.status not in ('completed', 'skipped'))`

async function freeRanges(db: Db, max: number): Promise<string[]> {
  const { rows } = await sql<{
    range: string
  }>`select r.range::text from address_ranges r where ${isFree} order by r.range limit ${max}`.execute(db)
  return rows.map(({ range }) => range)
}

async function countFree(db: Db): Promise<number> {
  const { rows } = await sql<{ free: number }>`select count(*)::int as free from address_ranges r where ${isFree}`.execute(db)
  return rows[0]!.free
}
