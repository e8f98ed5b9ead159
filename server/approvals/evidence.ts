import { type Static, type TSchema, Type } from 'typebox'
import { NullableText, PersonRef, Timestamp, Uuid } from '../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Money = Type.Object({ amount: Type.Integer(), currency: Type.String() })

const EvidenceChange = Type.Object({ label: Type.String(), before: Type.String(), after: Type.String() })
export type EvidenceChange = Static<typeof EvidenceChange>
const EvidenceCost = Type.Object({
  before: Money,
  after: Money,
  per: Type.Enum(['month', 'whole'], { description: '`whole`: for its whole lifetime.' }),
})
export type EvidenceCost = Static<typeof EvidenceCost>
const EvidenceHolds = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      place: NullableText,
      here: Type.Boolean({ description: 'In the same account or sandbox.' }),
      until: Nullable(Timestamp),
    }),
    { description: 'Best match first; only a few.' },
  ),
  total: Type.Integer(),
})
export type EvidenceHolds = Static<typeof EvidenceHolds>

export const Room = Type.Object({
  total: Type.Integer(),
  free: Type.Integer(),
  queued: Type.Integer(),
  nextFreeAt: Type.Union([Timestamp, Type.Null()], { description: 'When the next current one ends; null if there is capacity.' }),
})

export const Evidence = Type.Object({
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  purpose: Type.String(),
  owners: Type.Array(PersonRef),
  monthlyBudget: Money,
  catalogueEstimate: Money,
  flags: Type.Array(Type.Object({ tone: Type.Enum(['info', 'warn', 'bad']), text: Type.String() }), {
    description: 'Points for a second look, with reasons.',
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
      decidedBy: Type.Optional(Type.Array(Type.String(), { description: 'Names in order.' })),
    }),
  ),
  changes: Type.Optional(Type.Array(EvidenceChange)),
  cost: Type.Optional(Nullable(EvidenceCost)),
  holds: Type.Optional(EvidenceHolds),
  reach: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), { description: 'What depends on it.' })),
  sandbox: Type.Optional(
    Type.Object(
      {
        limit: Money,
        typicalCost: Nullable(
          Type.Object({
            ...Money.properties,
            unpriced: Type.Array(Type.String(), { description: 'Typical use of items without a known price.' }),
          }),
        ),
        live: Type.Array(
          Type.Object({
            id: Uuid,
            name: Type.String(),
            status: Type.String(),
            percent: Type.Integer({ description: 'Share of its budget.' }),
            endsAt: Nullable(Timestamp),
          }),
          { description: 'Current access of the requester.' },
        ),
        earlier: Type.Array(
          Type.Object({
            id: Uuid,
            name: Type.String(),
            percent: Type.Integer(),
            overran: Type.Boolean({ description: 'The budget was used up.' }),
            endedEarly: Type.Boolean({ description: 'Deleted before the end of the lease.' }),
            endedAt: Timestamp,
          }),
          { description: 'Earlier ones of the requester, latest first.' },
        ),
        room: Room,
      },
      { description: 'For sandbox requests and extensions.' },
    ),
  ),
})
export type Evidence = Static<typeof Evidence>
