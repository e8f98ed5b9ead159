import { type Static, Type } from 'typebox'
import { Capacity } from '../../../approvals/evidence.ts'
import { Can, Nullable, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Budget, Hours, RequestedSandboxGroup, SpendThreshold, TemplateApprovalRule } from '../sandboxes/terms.ts'

const hostings = ['resourceGroup', 'subscription'] as const
const visibilities = ['everyone', 'groups', 'hidden'] as const

export const TypicalUse = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    resourceType: Type.String({ pattern: '^[A-Za-z.]{3,60}(/[A-Za-z]{2,60}){1,3}$' }),
    sku: Type.String({ pattern: '^[A-Za-z0-9_ .-]{1,60}$', description: 'Size in the price list, such as Standard_B2s.' }),
    count: Type.Integer({ minimum: 1, maximum: 100 }),
    share: Type.Integer({ minimum: 1, maximum: 100, description: 'Percentage of the hours in which the resource runs.' }),
  },
  { additionalProperties: false },
)

const fields = {
  name: Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\x00-\\x1f<>]*[^\\x00-\\x1f<>\\s][^\\x00-\\x1f<>]*$' }),
  description: Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$' }),
  hosting: Type.Enum([...hostings], {
    description: 'Whether a sandbox is a resource group in a shared subscription, or a whole subscription.',
  }),
  regions: Type.Array(Type.String({ pattern: '^[a-z0-9]{3,30}$' }), { minItems: 1, maxItems: 20, uniqueItems: true }),
  allowedResourceTypes: Type.Array(Type.String({ pattern: '^[A-Za-z.]{3,60}(/[A-Za-z]{2,60}){1,3}$' }), {
    maxItems: 200,
    uniqueItems: true,
    description: 'Allowed Azure resource types, such as Microsoft.Web/sites; empty for all.',
  }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  maxBudget: Budget,
  defaultBudget: Budget,
  maxHours: Hours,
  defaultHours: Hours,
  maxExtensions: Type.Integer({ minimum: 0, maximum: 10 }),
  extensionHours: Hours,
  maxMembers: Type.Integer({ minimum: 1, maximum: 500 }),
  maxPerPerson: Type.Integer({ minimum: 1, maximum: 20, description: 'Maximum number of current or pending sandboxes per person.' }),
  thresholds: Type.Array(SpendThreshold, {
    minItems: 1,
    maxItems: 6,
    description: 'Spend thresholds in ascending order. Only the highest can freeze the sandbox.',
  }),
  reminderHours: Type.Array(Type.Integer({ minimum: 1, maximum: 720 }), {
    maxItems: 6,
    uniqueItems: true,
    description: 'Hours before the end of the lease at which owners are reminded, in descending order.',
  }),
  idleHours: Nullable(
    Type.Integer({
      minimum: 4,
      maximum: 720,
      description: 'Hours without use after which owners get a suggestion to stop; null for never.',
    }),
  ),
  approval: TemplateApprovalRule,
  groups: Type.Array(RequestedSandboxGroup, {
    minItems: 1,
    maxItems: 4,
    description: 'Groups of each sandbox; the first is for its owners.',
  }),
  typicalUse: Type.Array(TypicalUse, { maxItems: 10, description: 'Typical resources, used to estimate the cost of a request.' }),
  visibility: Type.Enum([...visibilities], {
    description:
      'Who can see the template: everyone; the members of the groups in `visibleTo`; or, if hidden, administrators and auditors only. Other people get 404.',
  }),
  visibleTo: Type.Array(Uuid, {
    maxItems: 50,
    uniqueItems: true,
    description: 'IDs of directory groups whose members can see the template.',
  }),
  enabled: Type.Boolean(),
}
export const NewSandboxTemplate = Type.Object(fields, { additionalProperties: false })
export type NewSandboxTemplate = Static<typeof NewSandboxTemplate>
export const SandboxTemplateChange = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
export type SandboxTemplateChange = Static<typeof SandboxTemplateChange>
export const TemplateId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const SandboxTemplate = Type.Object({
  id: Uuid,
  ...fields,
  typicalCost: Nullable(
    Type.Object({
      amount: Type.Integer({ description: 'Cost for the default duration, in minor units of the currency.' }),
      currency: Type.String(),
      hours: Type.Integer(),
      unpriced: Type.Array(Type.String(), { description: 'Resources without a known price, which the amount doesn’t include.' }),
      pricedAt: NullableTimestamp,
    }),
  ),
  capacity: Capacity,
  live: Type.Integer({ description: 'Number of sandboxes of this template that aren’t deleted.' }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type SandboxTemplate = Static<typeof SandboxTemplate>

const hostFields = {
  name: Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\x00-\\x1f<>]*[^\\x00-\\x1f<>\\s][^\\x00-\\x1f<>]*$' }),
  capacity: Type.Integer({
    minimum: 1,
    maximum: 980,
    description: 'Number of sandboxes that the host can have at a time; 1 for a pool subscription.',
  }),
  cooldownHours: Type.Integer({
    minimum: 0,
    maximum: 720,
    description: 'Cooling-off period of a pool subscription, in hours.',
  }),
  note: Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$' }),
}
export const NewSandboxHost = Type.Object(
  {
    subscriptionId: Type.Unsafe<string>({ ...Uuid, description: 'ID of an existing subscription that no account uses.' }),
    kind: Type.Enum(['shared', 'pool'], { description: 'shared: one resource group per sandbox; pool: one sandbox at a time.' }),
    capacity: hostFields.capacity,
    name: Type.Optional(hostFields.name),
    cooldownHours: Type.Optional(hostFields.cooldownHours),
    note: Type.Optional(hostFields.note),
  },
  { additionalProperties: false },
)
export const SandboxHostChange = Type.Partial(
  Type.Object({
    ...hostFields,
    status: Type.Enum(['available', 'closed'], {
      description: 'closed: the host takes no new sandboxes; available: a quarantined host also needs a note.',
    }),
  }),
  { additionalProperties: false, minProperties: 1 },
)
export const HostId = TemplateId

export const SandboxHost = Type.Object({
  id: Uuid,
  subscriptionId: Uuid,
  name: Type.String(),
  kind: Type.Enum(['shared', 'pool']),
  capacity: Type.Integer(),
  used: Type.Integer(),
  status: Type.Enum(['available', 'coolingDown', 'quarantined', 'closed']),
  cooldownUntil: NullableTimestamp,
  cooldownHours: Type.Integer(),
  note: Type.String(),
  sandboxes: Type.Array(Type.Object({ id: Uuid, name: Type.String(), status: Type.String(), owner: Nullable(PersonRef) })),
  version: Type.Integer(),
  updatedAt: Timestamp,
  can: Can,
})
export type SandboxHost = Static<typeof SandboxHost>
