import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { AccessGroup } from '../../accounts/groups/schemas.ts'

const IdAndName = Type.Object({ id: Uuid, name: Type.String() })

export const environments = ['production', 'preproduction', 'test', 'development'] as const
export const groupStatuses = ['creating', 'ready', 'failed', 'deleting'] as const

export const AccessGroupId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const ConflictId = Type.Object({ id: Uuid, otherId: Uuid }, { additionalProperties: false })

export const AccessGroupPreview = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String({ description: 'Purpose of the group.' }),
  status: Type.Enum(groupStatuses),
  account: IdAndName,
  assignment: Type.Enum(['active', 'eligible']),
  roles: Type.Array(Type.String(), { description: 'Names of the roles that the group gives.' }),
  requestable: Type.Boolean(),
  maxDurationHours: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The longest duration in hours that the group allows; null if permanent access is allowed.',
  }),
})

export const ListedAccessGroup = Type.Object({
  ...AccessGroupPreview.properties,
  account: Type.Object({ ...IdAndName.properties, environment: Type.Enum(environments) }),
  tower: IdAndName,
  family: IdAndName,
  owners: Type.Array(PersonRef, { description: 'Owners of the account.' }),
  allowedActions: Type.Array(Type.String(), {
    description: 'One line per item; empty until Slipway has read the group’s roles from Azure.',
  }),
  breadth: Type.Integer({ description: 'Privilege level of the group: the lower, the less it allows.' }),
  mine: Type.Object({
    member: Type.Boolean({ description: 'True if you are a member, according to Slipway or the directory.' }),
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
      reasons: Type.Array(Type.Object({ terms: Type.Array(Type.String()), reason: Type.String() }), {
        description: 'Words of the search, each with what it matches.',
      }),
      warning: Type.Unsafe<string | null>({
        ...NullableText,
        description: 'Warning if the group allows far more than the task needs; otherwise null.',
      }),
    }),
  ),
  page: Type.Integer(),
  size: Type.Integer({ description: 'Number of rows per page that was used.' }),
  total: Type.Integer(),
  totalIsCapped: Type.Boolean({ description: 'True if there are more than `total`.' }),
  sufficient: Type.Boolean({ description: 'False if no group allows the task. The groups of that scope are then returned.' }),
  parsedQuery: Type.Array(
    Type.Object({
      word: Type.String(),
      as: Type.Enum(['action', 'environment', 'name', 'unknown', 'unknownSubscription']),
      correctedTo: Type.Unsafe<string | null>({ ...NullableText, description: 'Spelling that was used instead; null if unchanged.' }),
    }),
  ),
  facets: Type.Object({ environment: Type.Array(Choice), tower: Type.Array(Choice), role: Type.Array(Choice) }),
})

/** A separation-of-duties rule as it appears in one of its two groups. */
export const GroupConflict = Type.Object({
  group: Type.Object({ ...IdAndName.properties, account: IdAndName }),
  reason: Type.String({ description: 'Reason for the rule.' }),
  addedBy: Nullable(PersonRef),
  addedAt: Timestamp,
  can: Can,
})
export type GroupConflict = Static<typeof GroupConflict>

export const AccessGroupDetail = Type.Object({
  ...AccessGroup.properties,
  directoryGroupId: NullableText,
  account: ListedAccessGroup.properties.account,
  tower: IdAndName,
  family: IdAndName,
  allowedActions: ListedAccessGroup.properties.allowedActions,
  breadth: ListedAccessGroup.properties.breadth,
  owners: Type.Array(PersonRef, { description: 'Owners of the account, who decide on access.' }),
  conflicts: Type.Array(GroupConflict, { description: 'Groups that a separation-of-duties rule forbids together with this one.' }),
  updatedAt: Timestamp,
})
export type AccessGroupDetail = Static<typeof AccessGroupDetail>
