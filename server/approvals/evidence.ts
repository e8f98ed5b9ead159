import { type Static, type TSchema, Type } from 'typebox'
import { NullableText, PersonRef, Timestamp, Uuid } from '../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Money = Type.Object({ amount: Type.Integer(), currency: Type.String() })

/** What would be otherwise once it is approved. */
const EvidenceChange = Type.Object({ label: Type.String(), before: Type.String(), after: Type.String() })
export type EvidenceChange = Static<typeof EvidenceChange>
const EvidenceCost = Type.Object({
  before: Money,
  after: Money,
  per: Type.Enum(['month', 'whole'], { description: '`whole`: for all of its time.' }),
})
export type EvidenceCost = Static<typeof EvidenceCost>
const EvidenceHolds = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      place: NullableText,
      here: Type.Boolean({ description: 'In the very account or sandbox it is about.' }),
      until: Nullable(Timestamp),
    }),
    { description: 'The nearest first, few.' },
  ),
  total: Type.Integer(),
})
export type EvidenceHolds = Static<typeof EvidenceHolds>

/** How many sandboxes of a template there is room for. */
export const Room = Type.Object({
  total: Type.Integer(),
  free: Type.Integer(),
  queued: Type.Integer(),
  nextFreeAt: Type.Union([Timestamp, Type.Null()], { description: 'When the next of those that live now ends; null: there is room.' }),
})

/** What an approver needs to decide in ten seconds. */
export const Evidence = Type.Object({
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  purpose: Type.String(),
  owners: Type.Array(PersonRef),
  monthlyBudget: Money,
  catalogueEstimate: Money,
  flags: Type.Array(Type.Object({ tone: Type.Enum(['info', 'warn', 'bad']), text: Type.String() }), {
    description: 'What deserves a second look, each with its reason.',
  }),
  requesterOwns: Type.Object({ accounts: Type.Integer(), inFamily: Type.Integer() }),
  familyBudget: Type.Object({ accounts: Type.Integer(), monthly: Money }),
  similar: Type.Array(
    Type.Object({
      id: Uuid,
      reference: Type.String(),
      name: Type.String(),
      outcome: Type.String(),
      requester: Type.String(),
      at: Timestamp,
      waitedHours: Type.Number(),
      decidedBy: Type.Optional(Type.Array(Type.String(), { description: 'By name, in their order.' })),
    }),
  ),
  changes: Type.Optional(Type.Array(EvidenceChange)),
  cost: Type.Optional(Nullable(EvidenceCost)),
  holds: Type.Optional(EvidenceHolds),
  reach: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), { description: 'How much hangs on it.' })),
  sandbox: Type.Optional(
    Type.Object(
      {
        limit: Money,
        typicalCost: Nullable(
          Type.Object({
            ...Money.properties,
            unpriced: Type.Array(Type.String(), { description: 'Typical use without a known price.' }),
          }),
        ),
        live: Type.Array(
          Type.Object({
            id: Uuid,
            name: Type.String(),
            status: Type.String(),
            percent: Type.Integer({ description: 'Of its budget.' }),
            endsAt: Nullable(Timestamp),
          }),
          { description: 'What the requester has now.' },
        ),
        earlier: Type.Array(
          Type.Object({
            id: Uuid,
            name: Type.String(),
            percent: Type.Integer(),
            overran: Type.Boolean({ description: 'It used up its budget.' }),
            endedEarly: Type.Boolean({ description: 'Somebody deleted it before its time was over.' }),
            endedAt: Timestamp,
          }),
          { description: 'What the requester had, the latest first.' },
        ),
        room: Room,
      },
      { description: 'Of a request for a sandbox, or for more of one.' },
    ),
  ),
})
export type Evidence = Static<typeof Evidence>
