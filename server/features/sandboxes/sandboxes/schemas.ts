import { type Static, Type } from 'typebox'
import { sandboxOwnerLimits } from '../../../../client/ownerLimits.ts'
import { Can, Nullable, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'
import { RequestedSandboxGroup, SpendThreshold, TemplateApprovalRule } from './terms.ts'

/** The statuses on screens; `expiring` is an active sandbox in its last 48 hours. */
export const sandboxStatuses = [
  'queued',
  'provisioning',
  'failed',
  'active',
  'expiring',
  'frozen',
  'deleting',
  'deleted',
  'quarantined',
] as const

export const SandboxId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const SandboxName = Type.String({
  pattern: '^[a-z][a-z0-9-]{1,38}[a-z0-9]$',
  description: '3 to 40 lowercase letters, digits and hyphens; unique among current sandboxes.',
})

export const SandboxOwnersChange = Type.Object(
  {
    ownerIds: Type.Array(Uuid, {
      minItems: sandboxOwnerLimits.min,
      maxItems: sandboxOwnerLimits.max,
      uniqueItems: true,
      description: 'Directory object IDs of the owners, in display order.',
    }),
  },
  { additionalProperties: false },
)

export const SandboxFailure = Type.Object({
  step: Nullable(Type.String({ description: 'The step that failed.' })),
  error: Nullable(Type.String({ description: 'The message of Azure or of another external service.' })),
  since: Timestamp,
  attempts: Type.Integer({ description: 'Number of failed runs.' }),
  retriedBy: Nullable(PersonRef),
  runId: Nullable(Uuid),
  can: Can,
})

export const SandboxExtension = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Type.Enum(['pending_approval', 'changes_requested']),
  hours: Type.Integer({ description: 'Hours to add to the lease.' }),
  budget: Type.Integer({ description: 'Budget to add, in minor units of the currency.' }),
})
export type SandboxExtension = Static<typeof SandboxExtension>

const NullableAmount = (type: 'integer' | 'number', description: string) =>
  Type.Unsafe<number | null>({ type: [type, 'null'], description })

export const SandboxSummary = Type.Object({
  id: Uuid,
  name: Type.String(),
  purpose: Type.String(),
  status: Type.Enum([...sandboxStatuses]),
  template: Type.Object({ id: Uuid, name: Type.String() }),
  tower: Type.Object({ id: Uuid, name: Type.String() }),
  owners: Type.Array(PersonRef),
  memberCount: Type.Integer({ description: 'Number of members in addition to the owners.' }),
  region: Type.String(),
  hosting: Type.Enum(['resourceGroup', 'subscription']),
  lease: Type.Object({
    hours: Type.Integer(),
    start: NullableTimestamp,
    end: NullableTimestamp,
    maxExtensions: Type.Integer(),
    extensionsUsed: Type.Integer(),
  }),
  deleteAt: Type.Unsafe<string | null>({
    ...NullableTimestamp,
    description: 'Start of the removal while the deletion can be undone; null otherwise.',
  }),
  budget: Type.Object(
    {
      currency: Type.String(),
      limit: NullableAmount('integer', 'In minor units of the currency.'),
      spent: NullableAmount('integer', 'Estimated for usage that isn’t billed yet.'),
      percent: Type.Integer({ description: 'Percentage of the limit, rounded down.' }),
      hourlyRate: NullableAmount('number', 'Cost of deployed resources per hour.'),
      reachesLimitAt: Type.Unsafe<string | null>({
        ...NullableTimestamp,
        description: 'Forecast; null if the lease ends or the budget freezes the sandbox before it.',
      }),
      freezesAt: Type.Unsafe<string | null>({
        ...NullableTimestamp,
        description: 'Forecast of the time at which the budget freezes the sandbox; null if the lease ends before it.',
      }),
      limitReachedAt: Type.Unsafe<string | null>({
        ...NullableTimestamp,
        description: 'Time at which the budget was used up: the limit was reached, or the budget froze the sandbox.',
      }),
      asOf: NullableTimestamp,
    },
    {
      description: 'Only owners and members of the sandbox, administrators and auditors get the amounts and the forecast; others get null.',
    },
  ),
  queue: Nullable(
    Type.Object({
      position: Type.Integer({ description: 'Position in the queue, from 1.' }),
      estimatedAt: NullableTimestamp,
    }),
  ),
  failure: Type.Union([SandboxFailure, Type.Null()], {
    description: 'The reason of the status `failed` or `quarantined`, for owners and members of the sandbox, administrators and auditors.',
  }),
  extension: Type.Union([SandboxExtension, Type.Null()], {
    description: 'The extension that is requested and not decided, for owners and members of the sandbox, administrators and auditors.',
  }),
  mine: Type.Enum(['owner', 'member', 'none']),
  needsAction: Type.Boolean({ description: 'True if you own the sandbox, and it ends, freezes or is removed unless an owner acts.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
})
export type SandboxSummary = Static<typeof SandboxSummary>

const membersOnlyNote = 'Returned to owners and members of the sandbox, administrators and auditors; null for others.'
export const Sandbox = Type.Object({
  ...SandboxSummary.properties,
  requester: PersonRef,
  requestId: Uuid,
  reference: Type.String({ description: 'Reference of the request, such as SBX-2026-0007.' }),
  subscriptionId: Nullable(Type.String({ description: membersOnlyNote })),
  resourceGroup: Nullable(Type.String({ description: membersOnlyNote })),
  portalUrl: Nullable(Type.String({ description: 'URL of the sandbox in the Azure portal.' })),
  terms: Type.Object({
    templateName: Type.String(),
    allowedResourceTypes: Type.Array(Type.String()),
    maxBudget: Type.Integer(),
    maxHours: Type.Integer(),
    maxExtensions: Type.Integer(),
    extensionHours: Type.Integer(),
    maxMembers: Type.Integer(),
    thresholds: Type.Array(SpendThreshold),
    reminderHours: Type.Array(Type.Integer()),
    idleHours: Nullable(Type.Integer()),
    approval: TemplateApprovalRule,
    groups: Type.Array(RequestedSandboxGroup),
  }),
  frozen: Nullable(
    Type.Object({
      at: Timestamp,
      cause: Type.Enum(['budget', 'owner', 'admin']),
      resolved: Type.Boolean({ description: 'True if the freeze is complete and compute is stopped.' }),
    }),
  ),
  deletion: Nullable(
    Type.Object({
      requestedAt: Timestamp,
      requestedBy: Nullable(PersonRef),
      cause: Type.Enum(['owner', 'admin', 'expired']),
      at: Timestamp,
      removing: Type.Boolean({ description: 'True if the removal is in progress and can’t be undone.' }),
    }),
  ),
  run: Nullable(Run),
  deletedAt: NullableTimestamp,
  can: Can,
})
export type Sandbox = Static<typeof Sandbox>

export const SandboxEvent = Type.Object({
  id: Uuid,
  at: Timestamp,
  kind: Type.String(),
  text: Type.String(),
  person: Nullable(PersonRef),
})
