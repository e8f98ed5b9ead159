import { type Static, type TSchema, Type } from 'typebox'
import { Nullable, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const reason = { maxLength: 1_000, pattern: '^[^\\x00]*\\S[^\\x00]*$' }
export const ReasonSchema = Type.String({ minLength: 3, ...reason, description: 'Reason, shown to the sandbox’s members.' })

const part = <T extends TSchema>(found: T) =>
  Type.Object({
    found: Nullable(found),
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Reason why this part couldn’t be read; null if it was read.',
    }),
  })

const Kind = Type.Object({
  type: Type.String({ description: 'Azure resource type, such as Microsoft.Compute/virtualMachines.' }),
  count: Type.Integer(),
  names: Type.Array(Type.String(), { description: 'Names of resources of this type; at most 20.' }),
  holdsData: Type.Boolean({ description: 'True if resources of this type can contain data.' }),
})
const Lock = Type.Object({ name: Type.String(), scope: Type.String(), level: Type.String() })

export const SandboxDeletion = Type.Object({
  sandboxId: Uuid,
  phase: Type.Enum(['notRequested', 'grace', 'removing', 'gone'], {
    description: 'notRequested: no deletion was requested; grace: it can be undone; removing: it can’t be undone; gone: it is complete.',
  }),
  requestedAt: { ...Timestamp, description: 'Time of the deletion request, or now if there is none.' },
  undoUntil: NullableTimestamp,
  graceHours: Type.Integer({ description: 'Hours in which a deletion can be undone; 0 for a sandbox that was never ready.' }),
  resources: part(
    Type.Object({
      total: Type.Integer(),
      kinds: Type.Array(Kind, { description: 'Resource types, sorted: types with data first, then by number of resources.' }),
    }),
  ),
  locks: part(Type.Array(Lock, { description: 'Locks, which are deleted with their resource.' })),
  people: Type.Array(Type.Object({ person: PersonRef, owner: Type.Boolean() }), { description: 'People who lose access.' }),
  money: Type.Object({
    currency: Type.String(),
    spent: Type.Integer({ description: 'Amount in minor units of the currency.' }),
    left: Type.Integer({ description: 'Remaining budget in minor units of the currency.' }),
  }),
})
export type SandboxDeletion = Static<typeof SandboxDeletion>
