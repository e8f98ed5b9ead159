import { type Static, Type } from 'typebox'
import { Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Level = Type.Integer({ minimum: 1, maximum: 3, description: 'Level from 1 to 3: 1 is high, 2 medium, 3 low.' })
const Priority = Nullable(Type.Integer({ description: 'Priority from 1 (critical) to 5 (planning); null if ServiceNow has none.' }))

/** First path segment of these calls. Only the configured name is valid. */
export const incidentService = Type.String({ maxLength: 30 })
const SysId = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'ServiceNow sys_id.' })

export const NameSearch = Type.Object(
  {
    incidentService,
    name: Type.String({
      maxLength: 100,
      pattern: '^[^\\x00-\\x1f]*[^\\x00-\\x1f\\s][^\\x00-\\x1f]*$',
      description: 'Part of the name to search for.',
    }),
  },
  { additionalProperties: false },
)
export const BySysId = Type.Object({ incidentService, sys_id: SysId }, { additionalProperties: false })

const Reference = Type.Object({ sysId: Type.String(), name: NullableText })

export const ConfigurationItem = Type.Object({
  sysId: Type.String(),
  name: Type.String(),
  className: NullableText,
  description: Type.String(),
  status: Type.Enum(['operational', 'nonOperational', 'retired', 'unknown']),
  supportGroup: Nullable(Reference),
})
export type ConfigurationItem = Static<typeof ConfigurationItem>

export const AssignmentGroup = Type.Object({
  sysId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  email: NullableText,
  active: Type.Boolean({ description: 'False if the item is no longer active.' }),
})
export type AssignmentGroup = Static<typeof AssignmentGroup>

export const NewIncident = Type.Object(
  {
    accountId: Uuid,
    title: Type.String({
      minLength: 5,
      maxLength: 160,
      pattern: '^[^\\x00-\\x1f\\s][^\\x00-\\x1f]*[^\\x00-\\x1f\\s]$',
      description: 'Title in one line; ServiceNow stores at most 160 characters.',
    }),
    description: Type.String({ minLength: 1, maxLength: 4_000, pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$' }),
    impact: Level,
    urgency: Level,
    configurationItem: Type.Optional(SysId),
    assignmentGroup: Type.Optional(SysId),
  },
  { additionalProperties: false },
)

export const Incident = Type.Object({
  id: Uuid,
  account: Type.Object({ id: Uuid, name: Type.String() }),
  title: Type.String(),
  description: Type.String(),
  impact: Type.Integer(),
  urgency: Type.Integer(),
  priority: Priority,
  status: Type.Enum(['sending', 'failed', 'new', 'inProgress', 'onHold', 'resolved', 'closed', 'cancelled', 'gone'], {
    description: '`sending`: accepted, not yet in ServiceNow. `gone`: no longer visible in ServiceNow.',
  }),
  number: NullableText,
  url: NullableText,
  configurationItem: Nullable(Reference),
  assignmentGroup: Nullable(Reference),
  raisedBy: PersonRef,
  note: Nullable(Type.String({ description: 'Reason why the incident couldn’t be opened, or what Slipway changed when opening it.' })),
  createdAt: Timestamp,
  openedAt: NullableTimestamp,
  checkedAt: Nullable(Type.String({ description: 'When the status was last read from ServiceNow.' })),
})
export type Incident = Static<typeof Incident>

export const OpenIncident = Type.Object({
  number: Type.String(),
  title: Type.String(),
  status: Incident.properties.status,
  priority: Priority,
  assignmentGroup: NullableText,
  openedAt: NullableTimestamp,
  url: Type.String(),
  raisedInSlipway: Type.Boolean({ description: 'True if `listAccountIncidents` has the incident too.' }),
})
export type OpenIncident = Static<typeof OpenIncident>
