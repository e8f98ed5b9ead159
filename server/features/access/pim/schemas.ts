import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const PimActivation = Type.Object({
  id: Uuid,
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  person: PersonRef,
  roleDefinitionId: Uuid,
  role: Type.String(),
  status: Type.String({
    description:
      '`pending_approval`, `sending`, `scheduled`, `active`, `ending`, or how it ended: `ended`, `deactivated`, `cancelled`, `denied`, `expired`, `failed`.',
  }),
  minutes: Type.Integer({ description: 'Duration in minutes.' }),
  maxMinutes: Type.Integer({ description: 'Longest duration in minutes that the role’s policy allows.' }),
  startsAt: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Scheduled start; null to start as soon as Azure activates the role.',
  }),
  endsAt: NullableTimestamp,
  /** While a deactivation waits, the time from which Azure accepts it. */
  deactivatesAt: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'When the role is deactivated, if Azure doesn’t allow it yet.',
  }),
  justification: Type.String(),
  ticket: Type.Unsafe<string | null>({ ...NullableText }),
  ticketUrl: Type.Unsafe<string | null>({ ...NullableText, description: 'URL of the ticket in ServiceNow.' }),
  approvalId: Nullable(Uuid),
  requestedUntil: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Requested end of a pending extension.',
  }),
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Reason why the role wasn’t activated, or not as requested.' }),
  createdAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type PimActivation = Static<typeof PimActivation>

export const PimActivationSummary = Type.Object({
  id: Uuid,
  status: Type.String(),
  role: Type.String(),
  minutes: Type.Integer(),
  startsAt: NullableTimestamp,
  requestedUntil: Type.Unsafe<string | null>({ ...NullableText, description: 'Requested end of a pending extension of the active role.' }),
  justification: Type.String(),
  ticket: Type.Unsafe<string | null>({ ...NullableText }),
  environment: Type.String(),
  account: Type.Object({ id: Uuid, name: Type.String() }),
})

export const PimRole = Type.Object({
  roleDefinitionId: Type.String({ description: 'GUID of the role definition.' }),
  name: Type.String(),
  scope: Type.String({ description: 'Azure scope of the eligibility, such as a subscription ID path.' }),
  via: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Name of the group through which you have the role; null if it is assigned to you directly.',
  }),
  until: NullableTimestamp,
  allowedActions: Type.Array(Type.String(), {
    description: 'One line per item; empty if Azure doesn’t return the role.',
  }),
  maxMinutes: Nullable(Type.Integer({ description: 'Longest duration in minutes; null if Azure doesn’t return it.' })),
  requires: Type.Object({ justification: Type.Boolean(), ticket: Type.Boolean(), mfa: Type.Boolean(), approval: Type.Boolean() }),
  approvers: Type.Array(Type.String(), { description: 'Names of the approvers in Azure’s policy for the role.' }),
  active: Nullable(Type.Object({ until: NullableTimestamp }, { description: 'Set while the role is active, with its end.' })),
  activation: Nullable(PimActivation),
  can: Can,
})
export type PimRole = Static<typeof PimRole>

export const PimEligibility = Type.Object({ items: Type.Array(PimRole), fetchedAt: Timestamp })

const AccountNameRef = Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() })

export const PimRoleWithAccount = Type.Object({
  ...PimRole.properties,
  account: Type.Union([AccountNameRef, Type.Null()], {
    description: 'Account of the role; null for roles that apply to several accounts and can be activated in each of them.',
  }),
})
export type PimRoleWithAccount = Static<typeof PimRoleWithAccount>

export const PimRoles = Type.Object({
  items: Type.Array(PimRoleWithAccount),
  fetchedAt: Timestamp,
  unreadableAccounts: Type.Array(AccountNameRef),
})

export const PimRoleDetail = Type.Object({
  roleDefinitionId: Uuid,
  name: Type.String(),
  kind: Type.Enum(['builtIn', 'custom']),
  description: Type.String(),
  allowedActions: Type.Array(Type.String(), { description: 'One line per item.' }),
  grantsAccess: Type.Boolean({ description: 'True if the role lets you grant access to others.' }),
  eligible: Type.Array(PimRoleWithAccount, { description: 'Accounts in which you can activate the role, with their rules.' }),
  fetchedAt: Timestamp,
})

const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength, pattern: '^[^\\x00]*\\S[^\\x00]*$' })
export const Minutes = Type.Integer({ minimum: 5, maximum: 1_440 })
export const Justification = text(10, 500)

export const PimActivationBody = Type.Object(
  {
    roleDefinitionId: Uuid,
    durationMinutes: Minutes,
    justification: Justification,
    startsAt: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'Start of the activation, at most 30 days from now; default: now.',
      }),
    ),
    ticket: Type.Optional(
      Type.Object(
        {
          number: Type.String({ pattern: '^[A-Za-z0-9-]{3,40}$', description: 'Ticket number, such as `CHG0031245`.' }),
          system: Type.Optional(
            Type.String({ pattern: '^[A-Za-z0-9 .-]{2,40}$', description: 'System of the ticket; default: ServiceNow.' }),
          ),
        },
        { additionalProperties: false, description: 'Ticket for the activation; required if the role’s policy needs one.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type PimActivationBody = Static<typeof PimActivationBody>

export const PimActivationId = Type.Object({ id: Uuid }, { additionalProperties: false })
