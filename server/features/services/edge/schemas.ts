import { type Static, type TSchema, Type } from 'typebox'
import { storeRegions } from '../../../clients/stores/storeDirectory.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Reference = Type.Object({ id: Uuid, name: Type.String() })

export const rolloutStatuses = ['running', 'halted', 'built', 'completed', 'cancelled'] as const
export const waveStatuses = ['planned', 'running', 'halted', 'done', 'cancelled'] as const
export const storeStatuses = ['planned', 'queued', 'building', 'ready', 'completed', 'failed', 'skipped'] as const

export const StoreNumber = Type.String({ pattern: '^[0-9]{1,6}$', description: 'Digits only, as the store directory writes it.' })
export const StoreRegion = Type.Enum([...storeRegions])
export const RolloutId = Type.Object({ id: Uuid }, { additionalProperties: false })

/** A store as the directory tells it, and what Slipway has for it. */
export const Store = Type.Object({
  number: Type.String(),
  name: Type.String(),
  format: Type.String(),
  address: Type.Object({ line1: Type.String(), town: Type.String(), postcode: Type.String() }),
  region: StoreRegion,
  opened: NullableText,
  closing: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The day on which it closes or closed.' }),
  network: Nullable(
    Type.Object({ site: Type.String(), circuit: Type.Optional(Type.String()), bandwidthMbps: Type.Optional(Type.Integer()) }),
  ),
  asOf: Type.String({ description: 'When the directory itself last knew this to be so.' }),
  fetchedAt: Type.String({ description: 'When Slipway heard it from the directory.' }),
  goneAt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Since when the directory says that there is no such store any more: this is what it said before. Null while it knows it.',
  }),
  stale: Type.Boolean({ description: 'The directory did not answer just now: this is what it said at `fetchedAt`.' }),
  edge: Type.Object({
    state: Type.Enum(['none', ...storeStatuses, 'account'], {
      description: 'None: no edge account and in no rollout. Account: it has an edge account. Otherwise where its rollout stands with it.',
    }),
    account: Nullable(Reference),
    rollout: Nullable(Type.Object({ id: Uuid, reference: Type.String(), name: Type.String() })),
  }),
})
export type Store = Static<typeof Store>

export const FoundStores = Type.Object({
  items: Type.Array(Store, { description: 'At most 25, in order of number.' }),
  more: Type.Boolean({ description: 'There are more than are shown.' }),
  stale: Type.Boolean({ description: 'The directory did not answer just now: these are from Slipway’s copy.' }),
  asOf: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'How old the oldest of these is; null where nothing was found.',
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
            description: 'As it was pasted; what is no store number is a problem of its line.',
          }),
          region: Type.Optional(
            Type.Unsafe<string>({ ...AzureRegion, description: 'Azure region of this store; default that of the rollout.' }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 5_000 },
    ),
    waveSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
    haltAfterFailures: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'So many failed stores in one wave halt the rollout; default 3.' }),
    ),
    haltAfterPercent: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'The same as a share of the wave, in place of a number.' }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only say what would happen to each line.' })),
    familyId: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'Family of the accounts; default the one that has most edge accounts.' }),
    ),
    ownerIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: 2,
        maxItems: 10,
        uniqueItems: true,
        description: 'Owners of the accounts; default those of the family.',
      }),
    ),
    costCentre: Type.Optional(
      Type.String({ minLength: 2, maxLength: 32, pattern: '^[A-Za-z0-9-]+$', description: 'Default that of the family’s tower.' }),
    ),
    region: Type.Optional(Type.Unsafe<string>({ ...AzureRegion, description: 'Azure region; default the first that has a hub network.' })),
    monthlyBudget: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 100_000_000, default: 25_000, description: 'For each account, in minor units of GBP.' }),
    ),
  },
  { additionalProperties: false },
)
export type NewStores = Static<typeof NewStores>

/** What a line of a plan may be refused for. */
export const problemCodes = [
  'badNumber',
  'duplicate',
  'unknown',
  'unreadable',
  'notHeard',
  'closed',
  'hasAccount',
  'inRollout',
  'nameTaken',
  'badRegion',
  'noAddresses',
] as const

export const PlannedStore = Type.Object({
  line: Type.Integer({ description: 'Counted from 1.' }),
  storeNumber: Type.String(),
  ok: Type.Boolean(),
  problem: Nullable(Type.Object({ code: Type.Enum([...problemCodes]), message: Type.String() })),
  store: Nullable(Type.Object({ name: Type.String(), town: Type.String(), postcode: Type.String(), region: StoreRegion })),
  accountName: NullableText,
  addressRange: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The range it would get now; it is its own only once the rollout is launched.',
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
  freeRanges: Type.Integer({ description: 'Address ranges left for stores, before this rollout.' }),
  asOf: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'How old the oldest answer of the directory is.' }),
  stale: Type.Boolean({ description: 'The directory did not answer for all of them: some are from Slipway’s copy.' }),
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

/** How many stores stand where. */
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
      'Running: its waves are being built. Halted: too many failed, or somebody halted it. Built: every wave is done; the stores wait for the automation’s report, or some have failed. Completed: nothing is left.',
  }),
  waves: Type.Integer(),
  currentWave: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  counts: StoreCounts,
  haltedBecause: NullableText,
  createdBy: PersonRef,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: Nullable(Timestamp),
})
export type EdgeRolloutSummary = Static<typeof EdgeRolloutSummary>

export const EdgeWave = Type.Object({
  number: Type.Integer(),
  status: Type.Enum([...waveStatuses]),
  attempt: Type.Integer({ description: 'How often it was begun.' }),
  counts: StoreCounts,
  startedAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  step: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'What is being done in it just now.' }),
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
      because: Type.String(),
      at: Timestamp,
      by: Nullable(PersonRef),
      failures: Type.Array(Type.Object({ reason: Type.String(), stores: Type.Integer() }), {
        description: 'Why stores failed, the commonest first; at most 10.',
      }),
    }),
  ),
  regions: Type.Array(Type.Object({ region: StoreRegion, counts: StoreCounts }), {
    description: 'Those of the country with stores in it.',
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
  doing: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'While it is being built: what comes next.' }),
  reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why it failed or was skipped.' }),
  note: NullableText,
  attempt: Type.Integer(),
  account: Nullable(Reference),
  accountName: Type.String(),
  addressRange: Type.String(),
  readyAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
  updatedAt: Timestamp,
})
export type EdgeRolloutStore = Static<typeof EdgeRolloutStore>

export const Resume = Type.Object(
  {
    failed: Type.Enum(['retry', 'skip'], { description: 'What becomes of the stores that failed.' }),
    reason: Type.Optional(
      Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$', description: 'Needed to skip them.' }),
    ),
  },
  { additionalProperties: false },
)

export const Reason = Type.Object(
  { reason: Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$' }) },
  { additionalProperties: false },
)

export const completionResults = ['completed', 'already', 'notReady', 'failed', 'skipped', 'unknown'] as const
export const CompletedStores = Type.Object({
  results: Type.Array(Type.Object({ storeNumber: Type.String(), result: Type.Enum([...completionResults]), message: Type.String() }), {
    description: 'One for each number, in the order in which they came; a number sent twice is answered once.',
  }),
  counts: Type.Object(
    Object.fromEntries(completionResults.map((each) => [each, Type.Integer()])) as Record<
      (typeof completionResults)[number],
      ReturnType<typeof Type.Integer>
    >,
  ),
  duplicates: Type.Integer({ description: 'How many lines repeated an earlier one.' }),
})
