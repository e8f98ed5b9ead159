import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { AccessRequest, AccessRequestSummary, EndsAt, ReasonSchema, UserGroupAssignment } from '../../access/assignments/schemas.ts'
import { AccessRequestItem } from '../../access/requests/schemas.ts'
import { sandboxStatuses } from '../sandboxes/schemas.ts'

export const maxMembersPerCall = 500

export const SandboxGroupId = Type.Object({ groupId: Uuid }, { additionalProperties: false })
export const SandboxAccessRequestParams = Type.Object({ id: Uuid, requestId: Uuid }, { additionalProperties: false })

export const AccessSandbox = Type.Object({
  id: Uuid,
  name: Type.String(),
  status: Type.Enum([...sandboxStatuses]),
  end: Nullable(Type.String({ description: 'End of the sandbox, at which all access ends; null if unknown.' })),
})
export type AccessSandbox = Static<typeof AccessSandbox>

export const SandboxGroupPreview = Type.Object({
  id: Uuid,
  name: Type.String(),
  suffix: Type.String({ description: 'Name of the group in the template.' }),
  status: Type.Enum(['creating', 'ready', 'failed', 'deleting']),
  roles: Type.Array(Type.String(), { description: 'Roles that the group gives on the sandbox, such as Contributor.' }),
  forOwners: Type.Boolean({ description: 'True for the group that owners belong to while they own the sandbox.' }),
  memberCount: Type.Integer({ description: 'Number of members, including owners.' }),
  sandbox: AccessSandbox,
})
export type SandboxGroupPreview = Static<typeof SandboxGroupPreview>

export const SandboxAccessGroup = Type.Object({
  ...SandboxGroupPreview.properties,
  description: Type.String(),
  owners: Type.Array(PersonRef, { description: 'Owners of the sandbox, who decide on access.' }),
  mine: Type.Object({
    member: Type.Boolean(),
    until: NullableText,
    request: Nullable(Type.Object({ id: Uuid, reference: Type.String(), status: Type.String(), version: Type.Integer() })),
  }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type SandboxAccessGroup = Static<typeof SandboxAccessGroup>

export const SandboxGroupRef = Type.Object({ ...AccessRequest.properties.group.properties, suffix: SandboxGroupPreview.properties.suffix })
export type SandboxGroupRef = Static<typeof SandboxGroupRef>

const { account: _assignmentAccount, maximumLifted: _maximumLifted, ...assignment } = UserGroupAssignment.properties

export const UserSandboxGroupAssignment = Type.Object({
  ...assignment,
  group: SandboxGroupRef,
  sandbox: AccessSandbox,
  asOwner: Type.Boolean({ description: 'True if the person has the access because they own the sandbox.' }),
})
export type UserSandboxGroupAssignment = Static<typeof UserSandboxGroupAssignment>

export const SandboxGroupDetail = Type.Object({
  ...SandboxAccessGroup.properties,
  directoryGroupId: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Visible to members of the sandbox, administrators and auditors.',
  }),
  members: Type.Optional(
    Type.Array(UserSandboxGroupAssignment, {
      description: 'Members, owners first; returned to members of the sandbox, administrators and auditors only.',
    }),
  ),
})

export const SandboxMember = Type.Object({
  person: PersonRef,
  owner: Type.Boolean(),
  access: Type.Array(UserSandboxGroupAssignment, {
    description: 'Access of the person; empty for an owner whose access is being granted.',
  }),
})
export type SandboxMember = Static<typeof SandboxMember>

const { account: _requestAccount, ...request } = AccessRequest.properties
export const SandboxAccessRequest = Type.Object({ ...request, group: SandboxGroupRef, sandbox: AccessSandbox })
export type SandboxAccessRequest = Static<typeof SandboxAccessRequest>

const { account: _itemAccount, ...item } = AccessRequestItem.properties
export const SandboxAccessRequestItem = Type.Object({ ...item, group: SandboxGroupRef, sandbox: AccessSandbox })
export type SandboxAccessRequestItem = Static<typeof SandboxAccessRequestItem>

const { account: _summaryAccount, environment: _environment, ...summary } = AccessRequestSummary.properties
export const SandboxAccessRequestSummary = Type.Object({
  ...summary,
  group: SandboxGroupRef,
  sandbox: Type.Pick(AccessSandbox, ['id', 'name']),
})
export type SandboxAccessRequestSummary = Static<typeof SandboxAccessRequestSummary>

const until = Type.Optional(EndsAt)
export const NewSandboxMember = Type.Object(
  { personId: Uuid, endsAt: until, reason: Type.Optional(ReasonSchema) },
  { additionalProperties: false },
)
const newMembers = {
  members: Type.Array(Type.Object({ personId: Uuid, endsAt: until }, { additionalProperties: false }), {
    minItems: 1,
    maxItems: maxMembersPerCall,
    description: 'People to add, all or none.',
  }),
  reason: Type.Optional(ReasonSchema),
}
export const NewSandboxMembers = Type.Object(newMembers, { additionalProperties: false })
export const SandboxInvitation = Type.Object({ groupId: Uuid, ...newMembers }, { additionalProperties: false })
