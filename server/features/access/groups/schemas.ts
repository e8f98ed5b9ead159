import { type Static, type TSchema, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { AccessGroup } from '../../accounts/groups/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Named = Type.Object({ id: Uuid, name: Type.String() })

export const environments = ['production', 'preproduction', 'test', 'development'] as const
export const groupStatuses = ['creating', 'ready', 'failed', 'deleting'] as const

export const AccessGroupId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const ConflictId = Type.Object({ id: Uuid, otherId: Uuid }, { additionalProperties: false })

/** An access group in short. */
export const AccessGroupBrief = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String({ description: 'What it is for.' }),
  status: Type.Enum(groupStatuses),
  account: Named,
  assignment: Type.Enum(['active', 'eligible']),
  roles: Type.Array(Type.String(), { description: 'Names of its roles.' }),
  requestable: Type.Boolean(),
  maxDurationHours: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'The longest one may stay; null: for good.' }),
})

/** An access group wherever groups of several accounts stand together. */
export const ListedAccessGroup = Type.Object({
  ...AccessGroupBrief.properties,
  account: Type.Object({ ...Named.properties, environment: Type.Enum(environments) }),
  tower: Named,
  family: Named,
  owners: Type.Array(PersonRef, { description: 'Those who own the account.' }),
  lets: Type.Array(Type.String(), { description: 'What it lets one do, a line each; empty until Azure has said it.' }),
  breadth: Type.Integer({ description: 'How much that is: the smaller, the less one holds.' }),
  mine: Type.Object({
    member: Type.Boolean({ description: 'You are in it, as far as Slipway or the directory knows.' }),
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

/** The answer to a question in one's own words. */
export const FoundAccess = Type.Object({
  items: Type.Array(
    Type.Object({
      group: ListedAccessGroup,
      why: Type.Array(Type.Object({ words: Type.Array(Type.String()), because: Type.String() }), {
        description: 'The words of the question, and what of the group they fit.',
      }),
      tooMuch: Type.Unsafe<string | null>({ ...NullableText, description: 'Said of a group that lets one do far more than was asked.' }),
    }),
  ),
  page: Type.Integer(),
  size: Type.Integer({ description: 'As it was used.' }),
  total: Type.Integer(),
  totalIsCapped: Type.Boolean({ description: 'There are more than `total`.' }),
  sufficient: Type.Boolean({ description: 'False where nothing there lets one do it: then these are the groups of the place.' }),
  understood: Type.Array(
    Type.Object({
      word: Type.String(),
      as: Type.Enum(['action', 'environment', 'name', 'unknown']),
      meant: Type.Unsafe<string | null>({ ...NullableText, description: 'What it was read as, where that differs.' }),
    }),
  ),
  narrow: Type.Object({ environment: Type.Array(Choice), tower: Type.Array(Choice), role: Type.Array(Choice) }),
})

/** Two groups that nobody should be in at the same time, seen from one of them. */
export const GroupConflict = Type.Object({
  group: Type.Object({ ...Named.properties, account: Named }),
  reason: Type.String({ description: 'Why they do not go together.' }),
  addedBy: Nullable(PersonRef),
  addedAt: Timestamp,
  can: Can,
})
export type GroupConflict = Static<typeof GroupConflict>

/** Everything about a group. */
export const WholeAccessGroup = Type.Object({
  ...AccessGroup.properties,
  directoryGroupId: NullableText,
  account: ListedAccessGroup.properties.account,
  tower: Named,
  family: Named,
  lets: ListedAccessGroup.properties.lets,
  breadth: ListedAccessGroup.properties.breadth,
  owners: Type.Array(PersonRef, { description: 'Those who own the account and decide who is let in.' }),
  conflicts: Type.Array(GroupConflict, { description: 'Groups that nobody should be in together with this one.' }),
  updatedAt: Timestamp,
})
export type WholeAccessGroup = Static<typeof WholeAccessGroup>
