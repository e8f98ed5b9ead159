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
    maxDurationHours: Nullable(Type.Integer({ description: 'The maximum duration; null for permanent access.' })),
  }),
  kind: Type.Enum(['added', 'removed', 'groupMissing'], {
    description: 'Member without a grant, grant without a membership, or a group missing in the directory.',
  }),
  member: Nullable(
    Type.Object({
      id: Uuid,
      kind: Type.Enum(['person', 'group', 'other']),
      name: Type.String(),
      person: Nullable(PersonRef),
    }),
  ),
  summary: Type.String({ description: 'The difference as a sentence.' }),
  grantedUntil: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'End date of the grant without a membership; null for never, or no grant.',
  }),
  status: Type.Enum(['open', 'adopted', 'removed', 'restored', 'accepted', 'gone']),
  work: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Progress of the resolution in the directory: running, stuck, or null.',
  }),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  resolvedBy: Nullable(PersonRef),
  resolvedAt: Nullable(Timestamp),
  reason: NullableText,
  version: Type.Integer(),
  can: Can,
})
export type AccessDifference = Static<typeof AccessDifference>

export const Compared = Type.Object({
  groups: Type.Integer({ description: 'Groups that are scanned.' }),
  at: Nullable(Type.String({ description: 'Every readable group was scanned since then; null if not yet.' })),
  everyMinutes: Type.Integer(),
  unreadable: Type.Array(
    Type.Object({
      group: Type.String(),
      account: Type.Object({ id: Uuid, name: Type.String() }),
      lastComparedAt: Nullable(Timestamp),
      problem: Type.String(),
    }),
    { description: 'Groups that couldn’t be read in the last scan, at most ten.' },
  ),
})
export type Compared = Static<typeof Compared>

export const AccessDifferences = Type.Object({
  ...Page(AccessDifference).properties,
  open: Type.Integer({ description: 'Number of open differences on all pages; at most 1,000 are counted.' }),
  compared: Compared,
  can: Can,
})

const settlement = {
  action: Type.Enum([...settlements], {
    description:
      'adopt: keep the member; remove: remove the member; restore: restore what is missing; accept: end the grants without a membership, or delete the group here too.',
  }),
  durationHours: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: 'With adopt: duration within the group’s limit; null for permanent access.',
      }),
    ),
  ),
  reason: Type.Optional(
    Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'The reason, shown to owners and auditors.' }),
  ),
}
export const Resolve = Type.Object(settlement, { additionalProperties: false })
export const ResolveMany = Type.Object(
  { ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }), ...settlement },
  { additionalProperties: false },
)
