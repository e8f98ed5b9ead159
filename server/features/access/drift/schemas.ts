import { type Static, type TSchema, Type } from 'typebox'
import { Page } from '../../../http/list.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { settlements } from './policy.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const DifferenceId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const AccessDifference = Type.Object({
  id: Uuid,
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    roles: Type.Array(Type.String()),
    maxDurationHours: Nullable(Type.Integer({ description: 'The longest one may stay; null: for good.' })),
  }),
  kind: Type.Enum(['added', 'removed', 'groupMissing'], {
    description: 'In the group without a grant; granted it but no longer in it; or the group itself is gone from the directory.',
  }),
  member: Nullable(
    Type.Object({
      id: Uuid,
      kind: Type.Enum(['person', 'group', 'other']),
      name: Type.String(),
      person: Nullable(PersonRef),
    }),
  ),
  words: Type.String({ description: 'The difference as a sentence.' }),
  grantedUntil: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'When the grant ends that lost its membership; null: never, or no grant.',
  }),
  status: Type.Enum(['open', 'adopted', 'removed', 'restored', 'accepted', 'gone']),
  work: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'How far the directory is with what was decided: running, stuck, or null.',
  }),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  settledBy: Nullable(PersonRef),
  settledAt: Nullable(Timestamp),
  reason: NullableText,
  version: Type.Integer(),
  can: Can,
})
export type AccessDifference = Static<typeof AccessDifference>

/** When the directory was last compared, for what the caller sees. */
export const Compared = Type.Object({
  groups: Type.Integer({ description: 'That are compared.' }),
  at: Nullable(Type.String({ description: 'Every group that can be read was compared since then; null: not yet.' })),
  everyMinutes: Type.Integer(),
  unreadable: Type.Array(
    Type.Object({
      group: Type.String(),
      account: Type.Object({ id: Uuid, name: Type.String() }),
      lastComparedAt: Nullable(Timestamp),
      problem: Type.String(),
    }),
    { description: 'Groups that could not be read at the last try, at most ten.' },
  ),
})
export type Compared = Static<typeof Compared>

export const AccessDifferences = Type.Object({
  ...Page(AccessDifference).properties,
  open: Type.Integer({ description: 'How many wait, whichever are listed; at most 1,000 are counted.' }),
  compared: Compared,
  can: Can,
})

const settlement = {
  action: Type.Enum([...settlements], {
    description:
      'adopt: keep who is in; remove: take them out; restore: put back what is gone; accept: end the grants that lost their membership, or delete the group here too.',
  }),
  durationHours: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 8_760, description: 'With adopt: how long, as far as the group allows; null: for good.' }),
    ),
  ),
  reason: Type.Optional(Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Why; owners and auditors read it.' })),
}
export const Settle = Type.Object(settlement, { additionalProperties: false })
export const SettleMany = Type.Object(
  { ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }), ...settlement },
  { additionalProperties: false },
)
