import { type Static, Type } from 'typebox'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import { storeRegions } from '../../../clients/stores/storeDirectory.ts'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Reference = Type.Object({ id: Uuid, name: Type.String() })

export const rolloutStatuses = ['running', 'halted', 'built', 'completed', 'cancelled'] as const
const waveStatuses = ['planned', 'running', 'halted', 'done', 'cancelled'] as const
export const storeStatuses = ['planned', 'queued', 'building', 'ready', 'completed', 'failed', 'skipped'] as const

export const StoreNumber = Type.String({ pattern: '^[0-9]{1,6}$', description: 'Store number as in the store directory, 1 to 6 digits.' })
const StoreRegion = Type.Enum([...storeRegions])
export const RolloutId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const Store = Type.Object({
  number: Type.String(),
  name: Type.String(),
  format: Type.String(),
  address: Type.Object({ line1: Type.String(), town: Type.String(), postcode: Type.String() }),
  region: StoreRegion,
  opened: NullableText,
  closing: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Day on which the store closes; null if none is planned.' }),
  network: Nullable(
    Type.Object({ site: Type.String(), circuit: Type.Optional(Type.String()), bandwidthMbps: Type.Optional(Type.Integer()) }),
  ),
  asOf: Type.String({ description: 'When the directory last updated the data.' }),
  fetchedAt: Type.String({ description: 'When Slipway read the data from the directory.' }),
  delistedAt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      'When the directory stopped listing the store; the other fields then have its last known data. Null while the directory lists it.',
  }),
  stale: Type.Boolean({ description: 'True if the directory is unavailable and the data is from `fetchedAt`.' }),
  edge: Type.Object({
    state: Type.Enum(['none', ...storeStatuses, 'account'], {
      description: 'none: no edge account and not in a rollout; account: has an edge account; otherwise the status in the rollout.',
    }),
    account: Nullable(Reference),
    rollout: Nullable(Type.Object({ id: Uuid, reference: Type.String(), name: Type.String() })),
  }),
})
export type Store = Static<typeof Store>

export const FoundStores = Type.Object({
  items: Type.Array(Store, { description: 'Stores by number, at most 25.' }),
  more: Type.Boolean({ description: 'True if there are more results.' }),
  stale: Type.Boolean({ description: 'True if the directory is unavailable and the results are from Slipway’s copy.' }),
  asOf: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When the directory last updated the oldest result; null if there are no results.',
  }),
})

const AzureRegion = Type.String({ pattern: '^[a-z0-9]{3,30}$' })

export const NewStores = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 80, pattern: '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$' }),
    stores: Type.Array(
      Type.Object(
        {
          storeNumber: Type.String({
            minLength: 1,
            maxLength: 20,
            description: 'Store number as entered; an invalid number is reported as a problem of its line.',
          }),
          region: Type.Optional(
            Type.Unsafe<string>({ ...AzureRegion, description: 'Azure region of this store; default: the region of the rollout.' }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 5_000 },
    ),
    waveSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
    haltAfterFailures: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'Number of failed stores in one wave that halts the rollout; default: 3.' }),
    ),
    haltAfterPercent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Failed stores that halt the rollout, as a percentage of the wave. Set this or the number.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Return the plan for each line without starting a rollout; default: false.' }),
    ),
    familyId: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'Family of the accounts; default: the family with the most edge accounts.' }),
    ),
    ownerIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: accountOwnerLimits.min,
        maxItems: accountOwnerLimits.max,
        uniqueItems: true,
        description: 'Owners of the accounts; default: the family’s owners.',
      }),
    ),
    costCentre: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 32,
        pattern: '^[A-Za-z0-9-]+$',
        description: 'Cost centre of the accounts; default: the cost centre of the family’s tower.',
      }),
    ),
    region: Type.Optional(Type.Unsafe<string>({ ...AzureRegion, description: 'Azure region; default: the first with a hub network.' })),
    monthlyBudget: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 100_000_000,
        default: 25_000,
        description: 'Monthly budget per account, in minor units of GBP; default: 25000.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type NewStores = Static<typeof NewStores>

const problemCodes = [
  'invalidNumber',
  'duplicate',
  'unknown',
  'unreadable',
  'directoryUnavailable',
  'closed',
  'hasAccount',
  'inRollout',
  'nameTaken',
  'unsupportedRegion',
  'noAddresses',
] as const

export const PlannedStore = Type.Object({
  line: Type.Integer({ description: 'Line number, counted from 1.' }),
  storeNumber: Type.String(),
  ok: Type.Boolean(),
  problem: Nullable(Type.Object({ code: Type.Enum([...problemCodes]), message: Type.String() })),
  store: Nullable(Type.Object({ name: Type.String(), town: Type.String(), postcode: Type.String(), region: StoreRegion })),
  accountName: NullableText,
  addressRange: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Planned address range; reserved only when the rollout starts.',
  }),
  azureRegion: Type.String(),
  wave: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
})
export type PlannedStore = Static<typeof PlannedStore>

export const EdgePlan = Type.Object({
  dryRun: Type.Boolean(),
  lines: Type.Array(PlannedStore),
  ok: Type.Integer(),
  problems: Type.Integer(),
  waves: Type.Integer(),
  freeRanges: Type.Integer({ description: 'Number of address ranges that are available for stores before this rollout.' }),
  asOf: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Time of the oldest data from the directory.' }),
  stale: Type.Boolean({ description: 'True if the directory didn’t respond for all stores and some data is from Slipway’s copy.' }),
  settings: Type.Object({
    tower: Reference,
    family: Reference,
    owners: Type.Array(PersonRef),
    costCentre: Type.String(),
    region: Type.String(),
    monthlyBudget: Type.Integer(),
    waveSize: Type.Integer(),
    haltAfterFailures: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    haltAfterPercent: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
})
export type EdgePlan = Static<typeof EdgePlan>

export const StoreCounts = Type.Object({
  total: Type.Integer(),
  planned: Type.Integer(),
  queued: Type.Integer(),
  building: Type.Integer(),
  ready: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
})
export type StoreCounts = Static<typeof StoreCounts>

export const EdgeRolloutSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  name: Type.String(),
  status: Type.Enum([...rolloutStatuses], {
    description:
      'running: waves are in progress; halted: too many stores failed, or a person halted the rollout; built: every wave has finished, but some stores have failed or aren’t reported as complete; completed: every store is complete or skipped.',
  }),
  waves: Type.Integer(),
  currentWave: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  counts: StoreCounts,
  haltReason: NullableText,
  createdBy: PersonRef,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: NullableTimestamp,
})
export type EdgeRolloutSummary = Static<typeof EdgeRolloutSummary>

const EdgeWave = Type.Object({
  number: Type.Integer(),
  status: Type.Enum([...waveStatuses]),
  attempt: Type.Integer({ description: 'Number of times the wave was started.' }),
  counts: StoreCounts,
  startedAt: NullableTimestamp,
  endedAt: NullableTimestamp,
  step: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Current step of the wave; null if the wave isn’t running.' }),
  note: NullableText,
  runId: Nullable(Uuid),
})

export const EdgeRollout = Type.Object({
  ...EdgeRolloutSummary.properties,
  waves: Type.Array(EdgeWave),
  waveSize: Type.Integer(),
  haltAfterFailures: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  haltAfterPercent: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  tower: Reference,
  family: Reference,
  owners: Type.Array(PersonRef),
  costCentre: Type.String(),
  azureRegion: Type.String(),
  monthlyBudget: Type.Object({ amount: Type.Integer(), currency: Type.String() }),
  halted: Nullable(
    Type.Object({
      reason: Type.String(),
      at: Timestamp,
      by: Nullable(PersonRef),
      failures: Type.Array(Type.Object({ reason: Type.String(), stores: Type.Integer() }), {
        description: 'Reasons why stores failed, most frequent first; at most 10.',
      }),
    }),
  ),
  regions: Type.Array(Type.Object({ region: StoreRegion, counts: StoreCounts }), {
    description: 'Regions of the country that have stores in the rollout.',
  }),
  version: Type.Integer(),
  can: Can,
})
export type EdgeRollout = Static<typeof EdgeRollout>

export const EdgeRolloutStore = Type.Object({
  id: Uuid,
  storeNumber: Type.String(),
  name: Type.String(),
  town: Type.String(),
  postcode: Type.String(),
  region: StoreRegion,
  azureRegion: Type.String(),
  wave: Type.Integer(),
  status: Type.Enum([...storeStatuses]),
  nextStep: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Next step, while the store is in progress.' }),
  reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Reason why the store failed or was skipped.' }),
  note: NullableText,
  attempt: Type.Integer(),
  account: Nullable(Reference),
  accountName: Type.String(),
  addressRange: Type.String(),
  readyAt: NullableTimestamp,
  completedAt: NullableTimestamp,
  updatedAt: Timestamp,
})
export type EdgeRolloutStore = Static<typeof EdgeRolloutStore>

export const ResumeBody = Type.Object(
  {
    failed: Type.Enum(['retry', 'skip'], { description: 'What to do with failed stores: retry or skip them.' }),
    reason: Type.Optional(
      Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$', description: 'Reason; required to skip stores.' }),
    ),
  },
  { additionalProperties: false },
)

export const ReasonSchema = Type.Object(
  { reason: Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$' }) },
  { additionalProperties: false },
)

export const completionResults = ['completed', 'alreadyCompleted', 'notReady', 'failed', 'skipped', 'unknown'] as const
export const CompletedStores = Type.Object({
  results: Type.Array(Type.Object({ storeNumber: Type.String(), result: Type.Enum([...completionResults]), message: Type.String() }), {
    description: 'One result per store number, in the order of the request, without duplicates.',
  }),
  counts: Type.Object(
    Object.fromEntries(completionResults.map((each) => [each, Type.Integer()])) as Record<
      (typeof completionResults)[number],
      ReturnType<typeof Type.Integer>
    >,
  ),
  duplicates: Type.Integer({ description: 'Number of duplicate lines.' }),
})
