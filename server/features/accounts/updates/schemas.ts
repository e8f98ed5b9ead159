import { type Static, Type } from 'typebox'
import { Approval } from '../../../approvals/presentApproval.ts'
import { BudgetWarnings, TimelineEntry } from '../../../approvals/requestSchemas.ts'
import { Can, Nullable, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'
import { InputValues } from '../catalogue/inputSchema.ts'
import { GraceEnd, Reversal } from './reversal.ts'

const Money = Type.Object({
  amount: Type.Integer({ description: 'Monthly amount in minor units of the currency.' }),
  currency: Type.String(),
})

export const UpdateId = Type.Object({ id: Uuid, updateId: Uuid }, { additionalProperties: false })

const OrderedItem = Type.Object({ itemId: Uuid, inputs: InputValues }, { additionalProperties: false })
const catalogueFields = {
  add: Type.Optional(Type.Array(OrderedItem, { maxItems: 20, description: 'Items to add, with their inputs.' })),
  change: Type.Optional(Type.Array(OrderedItem, { maxItems: 20, description: 'Items to change, with all their inputs.' })),
  remove: Type.Optional(Type.Array(Uuid, { maxItems: 20, uniqueItems: true })),
}
const reason = { maxLength: 1_000, pattern: '^[^\\x00]*\\S[^\\x00]*$', description: 'Reason for the request, shown first to approvers.' }
const ReasonSchema = Type.String({ minLength: 3, ...reason })
export const minDecommissionReasonLength = 10
export const DecommissionReason = Type.String({ minLength: minDecommissionReasonLength, ...reason })

export const CatalogueChange = Type.Object(catalogueFields, { additionalProperties: false })
export type CatalogueChange = Static<typeof CatalogueChange>
export const CatalogueUpdateBody = Type.Object({ ...catalogueFields, reason: ReasonSchema }, { additionalProperties: false })
export const EditBody = Type.Object(
  { ...catalogueFields, reason: Type.Optional(ReasonSchema) },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'New service changes, which replace the earlier ones; for service changes only.',
  },
)

export const DiffRow = Type.Object({
  label: Type.String(),
  before: NullableText,
  after: NullableText,
})
export const Price = Type.Object({ before: Money, after: Money })

export const AccountUpdateSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  kind: Type.Enum(['catalogue', 'details', 'decommission']),
  status: Type.String(),
  title: Type.String({ description: 'Summary of the change.' }),
  reason: Type.String(),
  requester: PersonRef,
  diff: Type.Array(DiffRow, { description: 'Differences as text.' }),
  price: Nullable(Price),
  waitingFor: Nullable(Type.String({ description: 'Name of the stage that is open now.' })),
  stage: Nullable(Type.Integer({ description: 'Number of the open stage. Send it with your vote.' })),
  runStatus: Nullable(Type.String({ description: 'Progress of the run; null before approval.' })),
  reversal: Reversal,
  graceEndsAt: GraceEnd,
  submittedAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
})
export type AccountUpdateSummary = Static<typeof AccountUpdateSummary>

export const AccountUpdate = Type.Object({
  ...AccountUpdateSummary.properties,
  change: Type.Object(
    {
      before: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      after: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    },
    { description: 'Differences in a form for programs.' },
  ),
  budgetWarnings: BudgetWarnings,
  approvals: Type.Array(Approval, { description: 'One approval per round; the last entry is current.' }),
  run: Nullable(Run),
  timeline: Type.Array(TimelineEntry),
  can: Can,
})
export type AccountUpdate = Static<typeof AccountUpdate>

/** An update stores a snapshot of the item, so that Slipway carries out what the approvers read. */
export interface ItemLine {
  id: string
  name: string
  version: string
  inputs: Static<typeof InputValues>
  settings: string
  /** The unit is minor units per month. */
  monthly: number
}
export interface ServicesState {
  items: ItemLine[]
  monthly: { amount: number; currency: string }
}
