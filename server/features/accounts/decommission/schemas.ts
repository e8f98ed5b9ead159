import { type Static, type TSchema, Type } from 'typebox'
import { ApprovalPreview } from '../../../approvals/requestSchemas.ts'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'

const Money = Type.Object({ amount: Type.Integer({ description: 'Amount in minor units of the currency.' }), currency: Type.String() })

const part = <T extends TSchema>(found: T) =>
  Type.Object({
    found: Nullable(found),
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Reason why this part couldn’t be read; null if it was read.',
    }),
  })

const Resources = Type.Object({
  total: Type.Integer(),
  types: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() }), {
    description: 'Resource types with counts, most frequent first.',
  }),
  groups: Type.Array(Type.Object({ name: Type.String(), location: Type.String(), resources: Type.Integer() })),
})
const Connection = Type.Object({
  kind: Type.Enum(['peering', 'dns']),
  name: Type.String(),
  network: Type.String({ description: 'Name of the account’s network.' }),
  remoteName: Type.String({ description: 'Name of the network or zone at the other end.' }),
  hub: Type.Boolean({ description: 'True if the other end is the company’s hub network.' }),
  account: Nullable(Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() })),
})
const Lock = Type.Object({ name: Type.String(), scope: Type.String(), level: Type.String(), notes: NullableText })
const Grant = Type.Object({
  principal: Type.String(),
  groupId: Nullable({
    ...Uuid,
    description: 'ID of the access group; null if the role assignment isn’t from an access group of the account.',
  }),
  kind: Type.Enum(['person', 'group', 'other']),
  role: Type.String(),
  assignment: Type.Enum(['active', 'eligible']),
  scope: Type.String(),
})
const Access = Type.Object({
  people: Type.Integer(),
  groups: Type.Integer(),
  grants: Type.Array(Grant, { description: 'Roles that will be removed; at most 200.' }),
  total: Type.Integer(),
  kept: Type.Integer({ description: 'Number of role assignments of applications, which stay until the resources are deleted.' }),
})
const Backups = Type.Object({
  vaults: Type.Integer(),
  items: Type.Integer(),
  names: Type.Array(Type.String(), { description: 'Names of protected items; at most 20.' }),
})
const Incident = Type.Object({
  number: Type.String(),
  url: Type.String({ description: 'URL of the incident in ServiceNow.' }),
  title: Type.String(),
  priority: NullableText,
  openedAt: NullableText,
})
const Application = Type.Object({
  name: Type.String(),
  health: Type.String(),
  cluster: NullableText,
  namespace: NullableText,
})
const Key = Type.Object({
  kind: Type.Enum(['deploy', 'alert'], {
    description: 'deploy: the key can deploy to the account; alert: the key can send alerts for it.',
  }),
  name: Type.String(),
  prefix: Type.String(),
  lastUsedAt: NullableTimestamp,
})
export const Saving = Type.Object({
  ...Money.properties,
  basis: Type.Enum(['lastMonth', 'budget'], { description: 'Whether the amount is the cost of the last full month or the budget.' }),
})

export const Blocker = Type.Object({
  kind: Type.Enum(['lock', 'peering', 'backup', 'run', 'pending', 'unknown']),
  description: Type.String(),
  remedy: Type.String(),
})
export type Blocker = Static<typeof Blocker>

export const DryRun = Type.Object({
  accountId: Uuid,
  requestedAt: Timestamp,
  fingerprint: Type.String({
    description: 'Fingerprint of the dry run. Send it with the request, so that approvers decide on the resources that you saw.',
  }),
  resources: part(Resources),
  connections: part(Type.Array(Connection)),
  locks: part(Type.Array(Lock)),
  access: part(Access),
  backups: part(Backups),
  incidents: part(Type.Array(Incident)),
  deployments: part(Type.Array(Application)),
  keys: Type.Array(Key, { description: 'API keys that will stop working for the account.' }),
  saving: part(Saving),
  catalogueItems: Type.Array(Type.Object({ id: Uuid, name: Type.String() })),
  storeNumbers: Type.Array(Type.String()),
  affected: Type.Array(Type.String(), { description: 'What uses the account, with counts, such as “2 applications”.' }),
  unchecked: Type.Array(Type.String(), { description: 'Dependencies that couldn’t be checked.' }),
  addressSpaces: Type.Array(Type.String()),
  blockers: Type.Array(Blocker),
  graceDays: Type.Integer(),
  restorableDays: Type.Integer(),
  approval: ApprovalPreview,
})
export type DryRun = Static<typeof DryRun>

export const AccountUpdateParams = Type.Object({ id: Uuid, updateId: Uuid }, { additionalProperties: false })

export const Decommission = Type.Object({
  accountId: Uuid,
  updateId: Uuid,
  reference: Type.String(),
  reason: Type.String(),
  requester: PersonRef,
  phase: Type.Enum(['grace', 'removing', 'gone', 'undoing', 'undone', 'restoring', 'restored', 'over']),
  startedAt: Timestamp,
  graceEndsAt: Timestamp,
  cancelledAt: NullableTimestamp,
  restorableUntil: NullableTimestamp,
  endedAt: NullableTimestamp,
  endedBy: Nullable(PersonRef),
  restorableRoles: Type.Integer({ description: 'Number of removed role assignments that an undo or restore grants again.' }),
  run: Nullable(Run),
  can: Can,
})
export type Decommission = Static<typeof Decommission>
