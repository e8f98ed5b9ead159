import { type Static, Type } from 'typebox'
import { Can, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

/** Severities, highest first. The position is the priority of the incident. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

/** An alert key without its secret, which is shown only once. */
export const AlertKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, to recognise it.' }),
  status: Type.Enum(['current', 'replaced'], { description: 'A replaced key works until `worksUntil`.' }),
  worksUntil: NullableTimestamp,
  configurationItem: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Configuration item of alerts without one; null for the account’s own.',
  }),
  assignmentGroup: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Assignment group of alerts without one; null for ServiceNow’s choice.',
  }),
  createdBy: PersonRef,
  createdAt: Timestamp,
  lastUsedAt: NullableTimestamp,
})
export type AlertKey = Static<typeof AlertKey>

export const AlertKeys = Type.Object({
  items: Type.Array(AlertKey),
  endpoint: Type.String({ description: 'Address for alerts, with {key} in place of the key.' }),
  can: Can,
})

export const NewAlertKey = Type.Object({
  ...AlertKey.properties,
  key: Type.String({ description: 'The key, shown only once.' }),
  url: Type.String({ description: 'Address for alerts, including the key. Keep it secret.' }),
  replaced: Type.Union([Type.Object({ id: Uuid, worksUntil: Timestamp }), Type.Null()], {
    description: 'The replaced key, and until when it keeps working.',
  }),
})

const Reference = (what: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], { description: `${what}: its sys_id or its name.` })

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
      Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'How long the replaced key keeps working.' }),
    ),
    defaults: Type.Optional(
      Type.Object(
        {
          configurationItem: Type.Optional(Reference('Configuration item of alerts without one')),
          assignmentGroup: Type.Optional(Reference('Assignment group of alerts without one')),
        },
        { additionalProperties: false, description: 'Default: the replaced key’s values.' },
      ),
    ),
  },
  { additionalProperties: false },
)

/** An alert group with its incident. */
export const Alert = Type.Object({
  id: Uuid,
  title: Type.String(),
  description: Type.String({ description: 'Text of the latest alert. Plain text from outside; never render it as markup.' }),
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
    { description: 'Null until the incident exists in ServiceNow.' },
  ),
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why the alert is not in ServiceNow yet; Slipway keeps retrying.' }),
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
      Type.Boolean({ description: 'true: the incident gets a readable text; false: the alert as compact JSON.' }),
    ),
  },
  { additionalProperties: false },
)

/** The formats are defined by others, so unknown fields are accepted. The body is limited in bytes (`maxBytes`) and depth instead. */
export const AlertPayload = Type.Unsafe<Record<string, unknown> | unknown[] | null>({
  type: ['object', 'array', 'null'],
  'x-bounds': 'At most 256 KB and 24 levels deep.',
  description:
    'Azure’s common alert schema; an Alertmanager webhook; a CloudEvent or a batch of them, or the data of one with its attributes in headers; events in Event Grid’s own schema; or plain JSON: title (required), description, severity, status (firing or resolved), key (alerts with the same key are grouped), id (deliveries with the same id count once), resource, link, value, threshold, time.',
})

export const AcceptedAlerts = Type.Object({
  accepted: Type.Integer({ description: 'Number of alerts.' }),
  repeated: Type.Integer({ description: 'Number of alerts that were delivered before.' }),
})

/** The answer that Event Grid needs before it sends events. */
export const SubscriptionValidated = Type.Object({
  validationResponse: Type.String({ description: 'The validation code from Event Grid.' }),
})

export const AlertAddress = Type.Object(
  {
    incidentService: Type.String({ maxLength: 30 }),
    accountId: Type.String({ maxLength: 100 }),
    snowKey: Type.String({ maxLength: 300, description: 'The alert key.' }),
  },
  { additionalProperties: false },
)
