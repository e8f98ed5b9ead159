import { type Static, type TSchema, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { AccessGroup } from '../../accounts/groups/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Named = Type.Object({ id: Uuid, name: Type.String() })

export const environments = ['production', 'preproduction', 'test', 'development'] as const
export const groupStatuses = ['creating', 'ready', 'failed', 'deleting'] as const

export const AccessGroupId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const ConflictId = Type.Object({ id: Uuid, otherId: Uuid }, { additionalProperties: false })

export const AccessGroupBrief = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String({ description: 'Its purpose.' }),
  status: Type.Enum(groupStatuses),
  account: Named,
  assignment: Type.Enum(['active', 'eligible']),
  roles: Type.Array(Type.String(), { description: 'Names of its roles.' }),
  requestable: Type.Boolean(),
  maxDurationHours: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The maximum duration; null for permanent access.',
  }),
})

export const ListedAccessGroup = Type.Object({
  ...AccessGroupBrief.properties,
  account: Type.Object({ ...Named.properties, environment: Type.Enum(environments) }),
  tower: Named,
  family: Named,
  owners: Type.Array(PersonRef, { description: 'Owners of the account.' }),
  lets: Type.Array(Type.String(), { description: 'What it allows, one line per item; empty until Azure says.' }),
  breadth: Type.Integer({ description: 'How much it allows; lower is less.' }),
  mine: Type.Object({
    member: Type.Boolean({ description: 'You have this access, according to Slipway or the directory.' }),
    until: NullableText,
    request: Nullable(Type.Object({ id: Uuid, reference: Type.String(), status: Type.String() })),
  }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type ListedAccessGroup = Static<typeof ListedAccessGroup>

const Choice = Type.Object({ value: Type.String(), label: Type.String(), count: Type.Integer() })

export const FoundAccess = Type.Object({
  items: Type.Array(
    Type.Object({
      group: ListedAccessGroup,
      why: Type.Array(Type.Object({ terms: Type.Array(Type.String()), because: Type.String() }), {
        description: 'The words of the search and what they match.',
      }),
      tooMuch: Type.Unsafe<string | null>({ ...NullableText, description: 'Set for groups that allow far more than requested.' }),
    }),
  ),
  page: Type.Integer(),
  size: Type.Integer({ description: 'Page size that was used.' }),
  total: Type.Integer(),
  totalIsCapped: Type.Boolean({ description: 'There are more than `total`.' }),
  sufficient: Type.Boolean({ description: 'False if no group allows it; then these are the groups of that scope.' }),
  understood: Type.Array(
    Type.Object({
      word: Type.String(),
      as: Type.Enum(['action', 'environment', 'name', 'unknown']),
      meant: Type.Unsafe<string | null>({ ...NullableText, description: 'How it was read, if different.' }),
    }),
  ),
  narrow: Type.Object({ environment: Type.Array(Choice), tower: Type.Array(Choice), role: Type.Array(Choice) }),
})

/** A separation-of-duties rule, seen from one of its two groups. */
export const GroupConflict = Type.Object({
  group: Type.Object({ ...Named.properties, account: Named }),
  reason: Type.String({ description: 'The reason for the rule.' }),
  addedBy: Nullable(PersonRef),
  addedAt: Timestamp,
  can: Can,
})
export type GroupConflict = Static<typeof GroupConflict>

export const WholeAccessGroup = Type.Object({
  ...AccessGroup.properties,
  directoryGroupId: NullableText,
  account: ListedAccessGroup.properties.account,
  tower: Named,
  family: Named,
  lets: ListedAccessGroup.properties.lets,
  breadth: ListedAccessGroup.properties.breadth,
  owners: Type.Array(PersonRef, { description: 'Owners of the account, who decide on access.' }),
  conflicts: Type.Array(GroupConflict, { description: 'Groups that a separation-of-duties rule covers.' }),
  updatedAt: Timestamp,
})
export type WholeAccessGroup = Static<typeof WholeAccessGroup>
