import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, NullableTimestamp, Timestamp, Uuid } from '../../../people/schemas.ts'
import { RunStep } from '../../../runs/schemas.ts'

export const GroupId = Type.Object({ id: Uuid, groupId: Uuid }, { additionalProperties: false })

export const RoleDefinition = Type.Object({
  id: Type.String({ description: 'GUID of the role definition.' }),
  name: Type.String(),
  kind: Type.Enum(['builtIn', 'custom']),
  description: Type.String(),
  allowedActions: Type.Array(Type.String(), { description: 'One line per item.' }),
  grantsAccess: Type.Boolean({ description: 'True if the role can grant access to others. Groups can then have it as eligible only.' }),
})
export type RoleDefinition = Static<typeof RoleDefinition>

const GroupMember = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: NullableText,
  kind: Type.Enum(['person', 'group', 'other']),
  via: Nullable(
    Type.Enum(['request', 'admin', 'adopted'], { description: 'How Slipway granted the access; null if it was granted in the directory.' }),
  ),
  until: NullableTimestamp,
})

export const AccessGroup = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String({ description: 'Purpose of the group.' }),
  status: Type.Enum(['creating', 'ready', 'failed', 'deleting', 'deleted']),
  assignment: Type.Enum(['active', 'eligible'], { description: 'active: members have the roles; eligible: members can activate them.' }),
  roles: Type.Array(
    Type.Object({
      roleDefinitionId: Type.String(),
      roleName: Type.String(),
      scope: Type.String({ description: 'Azure scope of the role assignment.' }),
      allowedActions: Type.Array(Type.String(), {
        description: 'One line per item; empty if Azure doesn’t return the role.',
      }),
    }),
  ),
  eligibility: Nullable(
    Type.Object(
      {
        until: Type.Unsafe<string | null>({
          ...NullableTimestamp,
          description: 'When the first of the group’s roles ends in Azure; null if none ends.',
        }),
        renewed: Type.Boolean({ description: 'True if Slipway renews the eligibility before it ends.' }),
        problem: Type.Unsafe<string | null>({
          ...NullableText,
          description: 'Reason why the last renewal failed; shown to people who can see the whole account.',
        }),
      },
      { description: 'End of the group’s eligibility; null for active roles, and for groups that Slipway didn’t create.' },
    ),
  ),
  requestable: Type.Boolean(),
  maxDurationHours: Nullable(
    Type.Integer({ description: 'The longest duration in hours that the group allows; null if permanent access is allowed.' }),
  ),
  memberCount: Nullable(Type.Integer({ description: 'Number of members in the directory; null while it is unavailable.' })),
  membersCheckedAt: NullableTimestamp,
  members: Type.Optional(
    Type.Array(GroupMember, { description: 'Members of the group; returned to owners of the account, administrators and auditors only.' }),
  ),
  mine: Type.Object({
    member: Type.Boolean(),
    until: NullableTimestamp,
    status: Nullable(Type.String({ description: 'Progress of granting or revoking your access; null if neither is in progress.' })),
    request: Nullable(
      Type.Object({ id: Uuid, reference: Type.String(), status: Type.String(), waitingFor: NullableText, version: Type.Integer() }),
    ),
    grant: Nullable(Type.Object({ id: Uuid, version: Type.Integer(), can: Can }, { description: 'The assignment that gives you access.' })),
  }),
  jobId: Nullable(Type.String({ description: 'ID of the group creation, for `pollGroupCreation`; null if you can’t call it.' })),
  version: Type.Integer(),
  createdAt: Timestamp,
  can: Can,
})
export type AccessGroup = Static<typeof AccessGroup>

export const NewAccessGroup = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,19}[a-z0-9]$', description: 'Last part of the group’s name, such as `release-team`.' }),
    description: Type.String({ maxLength: 400, pattern: '^[^\\x00-\\x1f]*$', description: 'Purpose of the group.' }),
    roleDefinitionIds: Type.Array(Uuid, {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'IDs of role definitions that exist in this account.',
    }),
    assignment: Type.Enum(['active', 'eligible']),
    requestable: Type.Boolean({ description: 'Whether people can request access.' }),
    maxDurationHours: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: 'Maximum duration of a request, in hours; null if permanent access is allowed.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const GroupJob = Type.Object({
  jobId: Uuid,
  status: Type.String({ description: 'Status of the job: queued, running, waiting, succeeded or failed.' }),
  steps: Type.Array(RunStep),
  reason: Nullable(Type.String({ description: 'Reason why the creation failed, and what to do.' })),
  group: Nullable(AccessGroup),
})

export const AccessGroupChange = Type.Partial(Type.Pick(NewAccessGroup, ['description', 'requestable', 'maxDurationHours']), {
  additionalProperties: false,
  minProperties: 1,
})
