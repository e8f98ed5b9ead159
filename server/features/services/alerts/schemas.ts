import { type Static, Type } from 'typebox'
import { Can, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

/** The severities, the worst first: its place is the priority that ServiceNow gives the incident. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

/** What monitoring signs in with. The key itself is in no list: it is shown once, to whoever makes it. */
export const AlertKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'How the key begins: enough to tell it from others.' }),
  status: Type.Enum(['current', 'replaced'], { description: 'A replaced one works until `worksUntil`.' }),
  worksUntil: NullableTimestamp,
  configurationItem: Type.Unsafe<string | null>({ ...NullableText, description: 'Of alerts that name none; null: the account’s own.' }),
  assignmentGroup: Type.Unsafe<string | null>({ ...NullableText, description: 'Of alerts that name none; null: whom ServiceNow chooses.' }),
  createdBy: PersonRef,
  createdAt: Timestamp,
  lastUsedAt: NullableTimestamp,
})
export type AlertKey = Static<typeof AlertKey>

export const AlertKeys = Type.Object({
  items: Type.Array(AlertKey),
  endpoint: Type.String({ description: 'Where monitoring posts to, with {key} in place of the key.' }),
  can: Can,
})

/** The answer that shows a key, the only time. */
export const NewAlertKey = Type.Object({
  ...AlertKey.properties,
  key: Type.String({ description: 'Shown this once and never again.' }),
  url: Type.String({ description: 'Where monitoring posts to, the key included: as secret as the key.' }),
  replaced: Type.Union([Type.Object({ id: Uuid, worksUntil: Timestamp }), Type.Null()], {
    description: 'The key whose place it takes, and until when that one works too.',
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
        description: 'Which of the account’s keys; a new name makes a new key.',
      }),
    ),
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'How long the key it replaces goes on working.' }),
    ),
    defaults: Type.Optional(
      Type.Object(
        {
          configurationItem: Type.Optional(Reference('The configuration item of alerts that name none')),
          assignmentGroup: Type.Optional(Reference('Who deals with alerts that name nobody')),
        },
        { additionalProperties: false, description: 'Left out, those of the key it replaces stay.' },
      ),
    ),
  },
  { additionalProperties: false },
)

/** Alerts that are one and the same trouble, with the incident they made. */
export const Alert = Type.Object({
  id: Uuid,
  title: Type.String(),
  description: Type.String({ description: 'What the latest one said. Plain text from outside: never markup.' }),
  source: Type.Enum(['azure', 'alertmanager', 'cloudEvents', 'plain']),
  severity: Type.Enum([...severities]),
  priority: Type.Integer({ minimum: 1, maximum: 5, description: 'That of the incident: 1 is the highest.' }),
  state: Type.Enum(['firing', 'cleared']),
  count: Type.Integer({ description: 'How many there were; a delivery that was repeated counts once.' }),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  resource: NullableText,
  link: Type.Unsafe<string | null>({ ...NullableText, description: 'Where the sender says more is to be found.' }),
  incident: Type.Union(
    [Type.Object({ number: Type.String(), status: Type.Enum(['open', 'resolved', 'closed']), link: Type.String() }), Type.Null()],
    { description: 'Null until ServiceNow has it.' },
  ),
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why ServiceNow does not know yet; Slipway goes on trying.' }),
})
export type Alert = Static<typeof Alert>

export const AlertWishes = Type.Object(
  {
    configurationItem: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'What the incident is about: sys_id or name. Left out, that of the key, else the account’s own.',
      }),
    ),
    assignmentGroup: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Who deals with it: sys_id or name. Left out, that of the key, else whom ServiceNow chooses.',
      }),
    ),
    priority: Type.Optional(
      Type.Unsafe<1 | 2 | 3 | 4 | 5>({
        type: 'integer',
        minimum: 1,
        maximum: 5,
        description: 'That of the incident, whatever severity the alert has.',
      }),
    ),
    humanReadable: Type.Optional(
      Type.Boolean({ description: 'The incident gets a text for people to read; otherwise the alert itself as compact JSON.' }),
    ),
  },
  { additionalProperties: false },
)

/** What others define, and add to: their fields are not ours to refuse. It is bounded as a whole, by its bytes (`maxBytes`) and its depth. */
export const AlertPayload = Type.Unsafe<Record<string, unknown> | unknown[] | null>({
  type: ['object', 'array', 'null'],
  'x-bounds': 'At most 256 KB and 24 levels deep.',
  description:
    'Azure’s common alert schema; an Alertmanager webhook; a CloudEvent or a batch of them, or the data of one whose attributes stand in headers; events in Event Grid’s own schema; or plain JSON: title (required), description, severity, status (firing or resolved), key (what makes two alerts the same trouble), id (what makes two deliveries the same), resource, link, value, threshold, time.',
})

export const AcceptedAlerts = Type.Object({
  accepted: Type.Integer({ description: 'How many alerts there were.' }),
  repeated: Type.Integer({ description: 'Of these, how many had been delivered before.' }),
})

/** What Event Grid wants to hear before it sends anything. */
export const SubscriptionValidated = Type.Object({
  validationResponse: Type.String({ description: 'The code that Event Grid asked with.' }),
})

export const AlertAddress = Type.Object(
  {
    incidentService: Type.String({ maxLength: 30 }),
    accountId: Type.String({ maxLength: 100 }),
    snowKey: Type.String({ maxLength: 300, description: 'The alert key.' }),
  },
  { additionalProperties: false },
)
