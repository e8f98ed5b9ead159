import { type Static, Type } from 'typebox'
import { groupIds, kindIds } from '../../../notifications/kinds.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const channelTypes = ['mail', 'slack', 'teams', 'webhook'] as const
export const deliveryStatuses = ['waiting', 'failed', 'sent', 'givenUp', 'suppressed'] as const
/** Limit of channels. */
export const maxChannels = 50
/** Hours in which messages are also signed with the previous secret. */
export const overlapHours = 24

const Place = Type.Union([Type.Object({ id: Uuid, name: Type.String() }), Type.Null()])

export const Channel = Type.Object({
  id: Uuid,
  type: Type.Enum([...channelTypes]),
  name: Type.String(),
  address: Type.String({ description: 'Part of the address, to recognise it. The rest can contain a secret and is not shown again.' }),
  topics: Type.Array(Type.String(), { description: 'Groups and kinds of notifications.' }),
  tower: Place,
  family: Place,
  account: Place,
  enabled: Type.Boolean(),
  disabledBecause: NullableText,
  state: Type.Enum(['working', 'unused', 'failing', 'off', 'notSetUp']),
  failingSince: NullableText,
  nextAttemptAt: NullableText,
  lastSentAt: NullableText,
  lastProblem: NullableText,
  oldSecretUntil: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Time until which messages are also signed with the previous secret.',
  }),
  waiting: Type.Integer({ description: 'Messages that are not sent yet.' }),
  createdBy: Type.Union([PersonRef, Type.Null()]),
  createdAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type Channel = Static<typeof Channel>

const Secret = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'Signing secret of a webhook (Standard Webhooks), shown only once; null for chats.',
})
export const CreatedChannel = Type.Object({ ...Channel.properties, secret: Secret })

const orNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', maxLength: 36, description })
const fields = {
  name: Type.String({ minLength: 2, maxLength: 80, pattern: '^\\S([^\\x00-\\x1f]*\\S)?$', description: 'Unique, ignoring case.' }),
  url: Type.String({
    minLength: 9,
    maxLength: 2_000,
    pattern: '^https://[^\\s\\x00-\\x1f]+$',
    description: 'Address that receives the messages; https only.',
  }),
  topics: Type.Array(Type.Enum([...groupIds, ...kindIds]), {
    minItems: 1,
    maxItems: 80,
    uniqueItems: true,
    description: 'Groups and kinds of notifications to send.',
  }),
  towerId: orNull('Only notifications about this tower. Set at most one of tower, family and account.'),
  familyId: orNull('Only notifications about this family.'),
  accountId: orNull('Only notifications about this account.'),
}
const { name, url, topics, ...scope } = fields
export const NewChannel = Type.Object(
  { type: Type.Enum(['slack', 'teams', 'webhook']), name, url, topics, ...Type.Partial(Type.Object(scope)).properties },
  { additionalProperties: false },
)
export type NewChannel = Static<typeof NewChannel>
export const ChannelChange = Type.Partial(
  Type.Object({ ...fields, enabled: Type.Boolean({ description: 'The only field that can be changed for mail.' }) }),
  { additionalProperties: false, minProperties: 1 },
)
export type ChannelChange = Static<typeof ChannelChange>
export const ChannelId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const Delivery = Type.Object({
  id: Type.String({ description: 'The same in every attempt (Message-ID, webhook-id), so that receivers can recognise duplicates.' }),
  channel: Type.Object({ id: Uuid, type: Type.Enum([...channelTypes]), name: Type.String() }),
  person: Type.Union([PersonRef, Type.Null()], { description: 'Recipient of the mail; null for chats and webhooks.' }),
  kind: Type.String(),
  kindLabel: Type.String(),
  subjectKind: Type.String(),
  subjectId: Uuid,
  title: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  digest: Type.Boolean({ description: 'Sent with the daily summary.' }),
  attempts: Type.Integer(),
  answer: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Last answer of the receiver, or why the message was not sent.',
  }),
  createdAt: Timestamp,
  attemptedAt: NullableText,
  sentAt: NullableText,
  nextAttemptAt: NullableText,
  can: Can,
})
export type Delivery = Static<typeof Delivery>
