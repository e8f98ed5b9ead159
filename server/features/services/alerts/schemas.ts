import { type Static, Type } from 'typebox'
import { Can, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

/** Severities, the highest first. The position in the list is the priority of the incident. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

export const AlertKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, to identify it.' }),
  status: Type.Enum(['current', 'replaced'], { description: 'Status of the key. A replaced key works until `expiresAt`.' }),
  expiresAt: NullableTimestamp,
  configurationItem: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Configuration item for alerts that have none; null for the account’s own.',
  }),
  assignmentGroup: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Assignment group for alerts that have none; null if ServiceNow chooses it.',
  }),
  createdBy: PersonRef,
  createdAt: Timestamp,
  lastUsedAt: NullableTimestamp,
})
export type AlertKey = Static<typeof AlertKey>

export const AlertKeys = Type.Object({
  items: Type.Array(AlertKey),
  endpoint: Type.String({ description: 'URL for alerts, with {key} in place of the key.' }),
  can: Can,
})

export const NewAlertKey = Type.Object({
  ...AlertKey.properties,
  key: Type.String({ description: 'Alert key, shown only once.' }),
  url: Type.String({ description: 'URL for alerts, including the key. Keep it secret.' }),
  replaced: Type.Union([Type.Object({ id: Uuid, expiresAt: Timestamp }), Type.Null()], {
    description: 'Replaced key, with the time until which it works; null if no key was replaced.',
  }),
})

const Reference = (description: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], { description: `${description}: its sys_id or its name.` })

export const AlertKeyChange = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '\\S',
        default: 'alerts',
        description: 'Name of the key; a new name creates another key.',
      }),
    ),
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'Hours for which the replaced key keeps working.' }),
    ),
    defaults: Type.Optional(
      Type.Object(
        {
          configurationItem: Type.Optional(Reference('Configuration item for alerts that have none')),
          assignmentGroup: Type.Optional(Reference('Assignment group for alerts that have none')),
        },
        { additionalProperties: false, description: 'Defaults for alerts; if missing, the defaults of the replaced key.' },
      ),
    ),
  },
  { additionalProperties: false },
)

export const Alert = Type.Object({
  id: Uuid,
  title: Type.String(),
  description: Type.String({
    description: 'Text of the latest alert. The text comes from an external sender, so never render it as markup.',
  }),
  source: Type.Enum(['azure', 'alertmanager', 'cloudEvents', 'plain']),
  severity: Type.Enum([...severities]),
  priority: Type.Integer({ minimum: 1, maximum: 5, description: 'Priority of the incident; 1 is the highest.' }),
  state: Type.Enum(['firing', 'cleared']),
  count: Type.Integer({ description: 'Number of alerts; a repeated delivery counts once.' }),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  resource: NullableText,
  link: Type.Unsafe<string | null>({ ...NullableText, description: 'Link to details, from the sender.' }),
  incident: Type.Union(
    [Type.Object({ number: Type.String(), status: Type.Enum(['open', 'resolved', 'closed']), link: Type.String() }), Type.Null()],
    { description: 'Incident of the alert; null until it exists in ServiceNow.' },
  ),
  problem: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Reason why the alert isn’t in ServiceNow yet; null if it is. Slipway keeps retrying.',
  }),
})
export type Alert = Static<typeof Alert>

export const AlertDefaults = Type.Object(
  {
    configurationItem: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Configuration item of the incident: sys_id or name. Default: the key’s, then the account’s own.',
      }),
    ),
    assignmentGroup: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Assignment group: sys_id or name. Default: the key’s, then ServiceNow’s choice.',
      }),
    ),
    priority: Type.Optional(
      Type.Unsafe<1 | 2 | 3 | 4 | 5>({
        type: 'integer',
        minimum: 1,
        maximum: 5,
        description: 'Priority of the incident, instead of the one from the alert’s severity.',
      }),
    ),
    humanReadable: Type.Optional(
      Type.Boolean({ description: 'true: the incident’s description is readable text; false: it is the alert as compact JSON.' }),
    ),
  },
  { additionalProperties: false },
)

/** Other organisations define the formats, so unknown fields are accepted. The body is limited in bytes (`maxBytes`) and depth instead. */
export const AlertPayload = Type.Unsafe<Record<string, unknown> | unknown[] | null>({
  type: ['object', 'array', 'null'],
  'x-bounds': 'Alert in one of the accepted formats, at most 256 KB and 24 levels deep.',
  description:
    'One of: Azure’s common alert schema; an Alertmanager webhook; a CloudEvent, a batch of CloudEvents, or the data of one with its attributes in headers; Event Grid events; or plain JSON: title (required), description, severity, status (firing or resolved), key (alerts with the same key are grouped), ID (deliveries with the same ID count once), resource, link, value, threshold, time.',
})

export const AcceptedAlerts = Type.Object({
  accepted: Type.Integer({ description: 'Number of accepted alerts.' }),
  repeated: Type.Integer({ description: 'Number of alerts that had already been delivered.' }),
})

/** Event Grid needs this response before it sends events. */
export const SubscriptionValidated = Type.Object({
  validationResponse: Type.String({ description: 'Validation code from Event Grid.' }),
})

export const AlertAddress = Type.Object(
  {
    incidentService: Type.String({ maxLength: 30 }),
    accountId: Type.String({ maxLength: 100 }),
    snowKey: Type.String({ maxLength: 300, description: 'Alert key of the account.' }),
  },
  { additionalProperties: false },
)
