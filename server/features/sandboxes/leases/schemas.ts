import { type Static, type TSchema, Type } from 'typebox'
import { PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

const reason = { maxLength: 1_000, pattern: '^[^\\x00]*\\S[^\\x00]*$' }
export const Reason = Type.String({ minLength: 3, ...reason, description: 'Shown to its members.' })

const part = <T extends TSchema>(found: T) =>
  Type.Object({
    found: Nullable(found),
    problem: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why it couldn’t be read.' }),
  })

const Kind = Type.Object({
  type: Type.String({ description: 'Resource type as Azure returns it.' }),
  count: Type.Integer(),
  names: Type.Array(Type.String(), { description: 'At most 20.' }),
  holdsData: Type.Boolean({ description: 'Can contain data of people.' }),
})
const Lock = Type.Object({ name: Type.String(), on: Type.String(), level: Type.String() })

/** The resources that a deletion removes, or that are left while it runs. */
export const SandboxDeletion = Type.Object({
  sandboxId: Uuid,
  phase: Type.Enum(['notAsked', 'grace', 'removing', 'gone'], {
    description: 'Not requested, can be undone, can’t be undone, complete.',
  }),
  requestedAt: Timestamp,
  undoUntil: Nullable(Timestamp),
  graceHours: Type.Integer({ description: 'The time to undo a deletion; zero for a sandbox that was never ready.' }),
  resources: part(
    Type.Object({
      total: Type.Integer(),
      kinds: Type.Array(Kind, { description: 'Kinds with data first, then the most frequent.' }),
    }),
  ),
  locks: part(Type.Array(Lock, { description: 'Deleted with the resource they are in.' })),
  people: Type.Array(Type.Object({ person: PersonRef, owner: Type.Boolean() }), { description: 'People who lose access.' }),
  money: Type.Object({
    currency: Type.String(),
    spent: Type.Integer({ description: 'Minor units.' }),
    left: Type.Integer({ description: 'Remaining budget in minor units.' }),
  }),
})
export type SandboxDeletion = Static<typeof SandboxDeletion>
