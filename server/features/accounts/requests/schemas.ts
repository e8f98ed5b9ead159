import { type Static, Type } from 'typebox'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import { Approval } from '../../../approvals/presentApproval.ts'
import { ApprovalPreview, BudgetWarnings, TimelineEntry } from '../../../approvals/requestSchemas.ts'
import { Can, Nullable, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'
import { accountFields, TagName, TagValue } from '../accounts/schemas.ts'
import { accessRoles } from './accessRoles.ts'

const RequestedAccessGroup = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{1,20}$', description: 'Last part of the group name, such as `developers`.' }),
    role: Type.Enum(accessRoles),
    assignment: Type.Enum(['active', 'eligible']),
  },
  { additionalProperties: false },
)

const { environment, workload, towerId, familyId, costCentre, dataClassification, criticality, region, network, budget } = accountFields

/** An account needs all of these fields (`product.md` Things; Azure's own naming and tag rules). */
const fields = {
  name: Type.String({
    minLength: 3,
    maxLength: 63,
    pattern: '^[A-Za-z0-9][^<>;|\\x00-\\x1f]*[^<>;|\\x00-\\x1f\\s]$',
    description: '3 to 63 characters, none of < > ; |',
  }),
  description: Type.String({ maxLength: 1_000 }),
  purpose: Type.String({ minLength: 10, maxLength: 1_000, description: 'Reason why you need the account, shown first to approvers.' }),
  environment,
  workload,
  towerId,
  familyId,
  ownerIds: Type.Array(Uuid, { minItems: accountOwnerLimits.min, maxItems: accountOwnerLimits.max, uniqueItems: true }),
  costCentre,
  dataClassification,
  criticality,
  region,
  connectivity: network.properties.connectivity,
  budget,
  catalogueItemIds: Type.Array(Uuid, { maxItems: 20, uniqueItems: true }),
  accessGroups: Type.Array(RequestedAccessGroup, { maxItems: 6 }),
  tags: Type.Record(TagName, TagValue, { additionalProperties: false, maxProperties: 40 }),
}
export const AccountRequestDetails = Type.Object(fields, { additionalProperties: false })
export type AccountRequestDetails = Static<typeof AccountRequestDetails>
/** A draft needs none of the fields, and its texts have no minimum length. */
export const PartialDetails = Type.Partial(
  Type.Object({
    ...fields,
    name: Type.String({ maxLength: 63 }),
    purpose: Type.String({ maxLength: 1_000 }),
    costCentre: Type.String({ maxLength: 32 }),
    ownerIds: Type.Array(Uuid, { maxItems: accountOwnerLimits.max }),
    budget: Type.Partial(fields.budget, { additionalProperties: false }),
  }),
  { additionalProperties: false },
)

export const RequestId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const AccountRequestSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  name: Type.String(),
  status: Type.String(),
  requester: PersonRef,
  tower: Type.Object({ id: Uuid, name: Type.String() }),
  family: Type.Object({ id: Uuid, name: Type.String() }),
  environment: Type.String(),
  budget: Type.Object({ amount: Type.Integer(), currency: Type.String() }),
  accountId: Nullable(Uuid),
  waitingFor: Nullable(Type.String({ description: 'Name of the stage that is open now.' })),
  runStatus: Nullable(Type.String()),
  budgetRunStatus: NullableText,
  submittedAt: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
})
export const AccountRequest = Type.Object({
  ...AccountRequestSummary.properties,
  details: AccountRequestDetails,
  owners: Type.Array(PersonRef),
  catalogueItems: Type.Array(
    Type.Object({ id: Uuid, name: Type.String(), monthlyEstimate: Type.Object({ amount: Type.Integer(), currency: Type.String() }) }),
  ),
  budgetWarnings: BudgetWarnings,
  approvals: Type.Array(Approval, { description: 'One approval per round; the last entry is current.' }),
  run: Nullable(Run),
  budgetRun: Nullable(Run),
  timeline: Type.Array(TimelineEntry),
  can: Can,
})

export const RequestCheck = Type.Object({
  checks: Type.Array(Type.Object({ field: Type.String(), state: Type.Enum(['ok', 'bad']), message: Type.String() })),
  preview: Nullable(ApprovalPreview),
  monthlyEstimate: Type.Object({ amount: Type.Integer(), currency: Type.String() }),
})
