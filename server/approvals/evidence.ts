import { type Static, Type } from 'typebox'
import { Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../people/schemas.ts'

const Money = Type.Object({ amount: Type.Integer(), currency: Type.String() })

/** The label of a fact can change. Its key says who can see it and how it is shown. */
const FactKey = Type.Optional(
  Type.Enum(
    [
      'otherBudgets',
      'spend',
      'members',
      'sandboxes',
      'typicalUse',
      'capacity',
      'environment',
      'dataClassification',
      'region',
      'connectivity',
    ],
    { description: 'Set for facts that have codes as values, that are shown elsewhere too, or that not everyone can see.' },
  ),
)
export const ChangedCode = Type.Object(
  { before: NullableText, after: NullableText },
  { description: 'The conditions before and after, in CEL.' },
)
export const ChangeEvidence = Type.Object({
  key: FactKey,
  label: Type.String(),
  before: Type.String(),
  after: Type.String(),
  code: Type.Optional(ChangedCode),
  requested: Type.Optional(
    Type.Boolean({ description: 'True for what the requester asks for, if both values are from the request and not from current data.' }),
  ),
})
export type ChangeEvidence = Static<typeof ChangeEvidence>
const EvidenceCost = Type.Object({
  before: Money,
  after: Money,
  per: Type.Enum(['month', 'whole'], { description: 'month: budget per month; whole: budget for the whole lease.' }),
})
const MembershipState = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      place: NullableText,
      here: Type.Boolean({ description: 'True if the item is in the same account or sandbox.' }),
      until: NullableTimestamp,
    }),
    { description: 'Some of what the requester already has, best match first.' },
  ),
  total: Type.Integer(),
})
export type MembershipState = Static<typeof MembershipState>

export const Capacity = Type.Object({
  total: Type.Integer(),
  free: Type.Integer(),
  queued: Type.Integer(),
  nextFreeAt: Type.Union([Timestamp, Type.Null()], {
    description:
      'Expected time at which a sandbox requested now would be ready; null if there is capacity now, or if none can be foreseen.',
  }),
})

export const Evidence = Type.Object({
  facts: Type.Array(
    Type.Object({
      key: FactKey,
      label: Type.String(),
      value: Type.String(),
      requested: Type.Optional(Type.Boolean({ description: 'True for what the requester asks for, if no other row has it.' })),
    }),
  ),
  purpose: Type.String(),
  owners: Type.Array(PersonRef),
  monthlyBudget: Nullable(Money, { description: 'Null if you can’t see the budget.' }),
  catalogueEstimate: Money,
  flags: Type.Array(Type.Object({ key: FactKey, tone: Type.Enum(['info', 'warn', 'bad']), text: Type.String() }), {
    description: 'Facts that approvers should check, each with its reason.',
  }),
  requesterOwns: Nullable(Type.Object({ accounts: Type.Integer(), inFamily: Type.Integer() }), {
    description: 'Null if you can’t see the requester’s accounts.',
  }),
  familyBudget: Nullable(Type.Object({ accounts: Type.Integer(), monthly: Money }), {
    description: 'Null if you can’t see the budgets of other accounts.',
  }),
  similar: Nullable(
    Type.Array(
      Type.Object({
        id: Uuid,
        reference: Type.String(),
        name: Type.String(),
        outcome: Type.String(),
        requester: Type.String(),
        at: Timestamp,
        waitedHours: Type.Number(),
        decidedBy: Type.Optional(Type.Array(Type.String(), { description: 'Names of the approvers who decided, in order.' })),
      }),
    ),
    { description: 'Null if you can’t see similar requests.' },
  ),
  changes: Type.Optional(Type.Array(ChangeEvidence)),
  cost: Type.Optional(Nullable(EvidenceCost)),
  holds: Type.Optional(MembershipState),
  reach: Type.Optional(
    Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
      description: 'People and systems that depend on the subject.',
    }),
  ),
  sandbox: Type.Optional(
    Type.Object(
      {
        limit: Money,
        expected: Type.Optional(
          Type.Object(
            {
              amount: Type.Integer(),
              limit: Type.Integer({ description: 'Spend limit after the extension, in minor units.' }),
              freezeAmount: Type.Optional(
                Type.Integer({
                  description:
                    'Spend that freezes the sandbox after the extension, in minor units. Without it, the sandbox isn’t frozen by its spend, or the evidence is from an earlier release whose `limit` is the lower of both amounts.',
                }),
              ),
            },
            {
              description:
                'For an extension: expected spend at the new end of the lease, at the current rate, without a freeze, in minor units.',
            },
          ),
        ),
        typicalCost: Nullable(
          Type.Object({
            ...Money.properties,
            unpriced: Type.Array(Type.String(), { description: 'Names of typical resources whose price is unknown.' }),
          }),
        ),
        live: Type.Array(
          Type.Object({
            id: Uuid,
            name: Type.String(),
            status: Type.String(),
            percent: Type.Integer({ description: 'Percentage of the budget that is spent.' }),
            endsAt: NullableTimestamp,
          }),
          { description: 'The requester’s current sandboxes.' },
        ),
        earlier: Type.Array(
          Type.Object({
            id: Uuid,
            name: Type.String(),
            percent: Type.Integer(),
            overran: Type.Boolean({ description: 'True if the budget was used up.' }),
            endedEarly: Type.Boolean({ description: 'True if the sandbox was deleted before its lease ended.' }),
            endedAt: Timestamp,
          }),
          { description: 'The requester’s earlier sandboxes, latest first.' },
        ),
        room: Capacity,
      },
      { description: 'Set for sandbox requests and extensions only.' },
    ),
  ),
})
export type Evidence = Static<typeof Evidence>

/** Facts from external systems, by the ID of the approval. */
export type ExternalFacts = ReadonlyMap<string, unknown>
