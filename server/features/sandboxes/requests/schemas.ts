import { type Static, Type } from 'typebox'
import { sandboxOwnerLimits } from '../../../../client/ownerLimits.ts'
import { Approval } from '../../../approvals/presentApproval.ts'
import { ApprovalPreview, BudgetWarnings, TimelineEntry } from '../../../approvals/requestSchemas.ts'
import { Can, Nullable, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'
import { SandboxName } from '../sandboxes/schemas.ts'

export const SandboxRequestId = Type.Object({ sboxRequestId: Uuid }, { additionalProperties: false })

export const Justification = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Purpose of the sandbox, shown first to approvers.',
})

const RequestedSandboxMember = Type.Object(
  {
    personId: Uuid,
    group: Type.String({ pattern: '^[a-z][a-z0-9]{1,15}$', description: 'Suffix of the template group that the person joins.' }),
  },
  { additionalProperties: false },
)
const fields = {
  templateId: Uuid,
  name: SandboxName,
  justification: Justification,
  towerId: Type.Unsafe<string>({ ...Uuid, description: 'ID of the tower whose cost centre pays.' }),
  region: Type.String({ pattern: '^[a-z0-9]{3,30}$' }),
  hours: Type.Integer({ minimum: 1, maximum: 8_760, description: 'Hours of the lease, which starts when the sandbox is ready.' }),
  budget: Type.Integer({ minimum: 100, maximum: 100_000_000, description: 'Budget in minor units of the template’s currency.' }),
  ownerIds: Type.Array(Uuid, { minItems: sandboxOwnerLimits.min, maxItems: sandboxOwnerLimits.max, uniqueItems: true }),
  members: Type.Array(RequestedSandboxMember, { maxItems: 100 }),
}
export const NewSandboxRequest = Type.Object(fields, { additionalProperties: false })
export type NewSandboxRequest = Static<typeof NewSandboxRequest>

export const PartialSandboxRequest = Type.Object(
  {
    templateId: Uuid,
    name: Type.Optional(Type.String({ maxLength: 40 })),
    justification: Type.Optional(Type.String({ maxLength: 1_000 })),
    towerId: Type.Optional(fields.towerId),
    region: Type.Optional(fields.region),
    hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_760 })),
    budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    ownerIds: Type.Optional(Type.Array(Uuid, { maxItems: sandboxOwnerLimits.max })),
    members: Type.Optional(fields.members),
  },
  { additionalProperties: false },
)
/** A change to an extension can only have `hours`, `budget` and `justification`. */
export const SandboxRequestChange = Type.Partial(
  Type.Object({
    ...fields,
    hours: Type.Integer({ minimum: 0, maximum: 8_760 }),
    budget: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  }),
  { additionalProperties: false, minProperties: 1 },
)
export type SandboxRequestChange = Static<typeof SandboxRequestChange>

export const SandboxRequestSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  kind: Type.Enum(['new', 'extension']),
  name: Type.String(),
  status: Type.String(),
  justification: Type.String(),
  template: Type.Object({ id: Uuid, name: Type.String() }),
  tower: Type.Object({ id: Uuid, name: Type.String() }),
  requester: PersonRef,
  hours: Type.Integer({ description: 'Requested hours of the lease; for an extension: hours to add.' }),
  budget: Type.Object({ amount: Type.Integer(), currency: Type.String() }),
  sandboxId: Nullable(Uuid),
  sandboxStatus: Nullable(Type.String()),
  decideBy: Nullable(Timestamp, {
    description:
      'For a pending extension: the end of the lease or, after that, the start of the removal. Then the request is withdrawn. Otherwise null.',
  }),
  freezesAt: Nullable(Timestamp, {
    description:
      'For a pending extension: forecast of the time at which the current budget freezes the sandbox. Only owners and members of the sandbox, current approvers, administrators and auditors get it; otherwise null.',
  }),
  automatic: Type.Boolean(),
  approvalId: Nullable(Type.String({ description: 'ID of the open approval; null if none is open.' })),
  waitingFor: Nullable(Type.String({ description: 'Name of the stage that is open now.' })),
  stage: Nullable(Type.Integer({ description: 'Number of the open stage. Send it with your vote.' })),
  submittedAt: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type SandboxRequestSummary = Static<typeof SandboxRequestSummary>

export const SandboxRequest = Type.Object({
  ...SandboxRequestSummary.properties,
  region: Nullable(Type.String()),
  owners: Type.Array(PersonRef),
  members: Type.Array(Type.Object({ person: PersonRef, group: Type.String() })),
  decisionReasons: Type.Array(Type.String(), { description: 'Reasons why an approval was or wasn’t needed.' }),
  queue: Nullable(Type.Object({ position: Type.Integer(), estimatedAt: NullableTimestamp })),
  budgetWarnings: BudgetWarnings,
  approvals: Type.Array(Approval, { description: 'One approval per round; the last entry is current.' }),
  run: Nullable(Run),
  timeline: Type.Array(TimelineEntry),
})
export type SandboxRequest = Static<typeof SandboxRequest>

export const Extension = Type.Object(
  {
    hours: Type.Integer({ minimum: 0, maximum: 8_760, description: 'Hours to add to the lease.' }),
    budget: Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'Budget to add, in minor units of the currency.' }),
  },
  { additionalProperties: false },
)

export const CheckedExtension = Type.Object(
  {
    ...Extension.properties,
    requestId: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'ID of your pending extension, if you check a change to it.' })),
  },
  { additionalProperties: false },
)

const decisionPreview = {
  automatic: Type.Boolean({ description: 'True if the request would be approved automatically.' }),
  decisionReasons: Type.Array(Type.String(), {
    description: 'Reasons for the automatic decision, or for the approval that the request needs.',
  }),
  preview: Nullable(ApprovalPreview),
}

export const SandboxRequestCheck = Type.Object({
  checks: Type.Array(Type.Object({ field: Type.String(), state: Type.Enum(['ok', 'bad']), message: Type.String() })),
  ...decisionPreview,
  queue: Nullable(
    Type.Object(
      { position: Type.Integer(), estimatedAt: NullableTimestamp },
      { description: 'Expected position in the queue; null if there is capacity.' },
    ),
  ),
  typicalCost: Nullable(
    Type.Object({
      amount: Type.Integer({ description: 'Cost for the requested hours, in minor units of the currency.' }),
      currency: Type.String(),
      unpriced: Type.Array(Type.String()),
    }),
  ),
})

export const SandboxExtensionCheck = Type.Object({
  problem: Nullable(Type.String({ description: 'Reason why this extension can’t be requested; null if it can.' })),
  outcome: Nullable(
    Type.Object({
      ...decisionPreview,
      leaseEnd: { ...Timestamp, description: 'End of the lease if the extension took effect now.' },
      leaseHours: Type.Integer({ description: 'Hours of the whole lease.' }),
      extensionsLeft: Type.Integer({ description: 'Number of further extensions.' }),
      budget: Type.Object({
        currency: Type.String(),
        limit: Type.Integer({ description: 'Budget after the extension, in minor units of the currency.' }),
        spent: Type.Integer({ description: 'In minor units of the currency.' }),
        expected: Nullable(
          Type.Integer({ description: 'Expected spend at the end of the lease, at the current rate, without the limit.' }),
        ),
        freezesAt: Nullable(Timestamp, {
          description: 'Forecast of the time at which the budget freezes the sandbox; the current time if the budget is still used up.',
        }),
        reachesLimitAt: Nullable(Timestamp, {
          description: 'Forecast; null if the lease ends or the budget freezes the sandbox before it.',
        }),
      }),
    }),
    { description: 'What the extension would change, and who would decide; null if it can’t be requested.' },
  ),
})
