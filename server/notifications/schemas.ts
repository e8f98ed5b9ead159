import { type Static, Type } from 'typebox'
import { NullableText } from '../people/schemas.ts'
import { type GroupId, groupIds, kindIds, mailChoices, type NotificationKind } from './kinds.ts'

export const maxListedNotifications = 50

const MailChoice = Type.Enum([...mailChoices], {
  description: 'now: email immediately; digest: in the daily summary; off: only in the portal.',
})
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'Time of day (HH:MM) in your time zone.' })

const QuietHours = Type.Object(
  { from: TimeOfDay, to: TimeOfDay, weekends: Type.Boolean({ description: 'Whether quiet hours include all of Saturday and Sunday.' }) },
  { additionalProperties: false },
)
const QuietHoursOrNone = Type.Union([QuietHours, Type.Null()], {
  description: 'Quiet hours, in which email other than urgent email waits; null for none.',
})
const TimeZone = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  description: 'Time zone as an IANA name, such as Europe/London.',
})
const DigestHour = Type.Integer({
  minimum: 0,
  maximum: 23,
  description: 'Hour of the day, in your time zone, at which the summary is sent.',
})

export const NotificationSettings = Type.Object({
  mail: Type.Object({
    address: NullableText,
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Reason why you get no email; null if you get email.',
    }),
  }),
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      description: Type.String(),
      mail: MailChoice,
      default: MailChoice,
      kinds: Type.Array(
        Type.Object({
          id: Type.String(),
          label: Type.String(),
          mail: MailChoice,
          own: Type.Boolean({ description: 'True if set for this kind; false if the kind follows its group.' }),
          urgent: Type.Boolean({
            description: 'True if email of this kind is sent immediately, even in quiet hours or if the group is in the summary.',
          }),
        }),
      ),
    }),
  ),
  quietHours: QuietHoursOrNone,
  timeZone: Type.String(),
  digestHour: Type.Integer(),
  version: Type.Integer(),
})
export type NotificationSettings = Static<typeof NotificationSettings>

const choices = <K extends string, T>(ids: readonly K[], schema: T) => Object.fromEntries(ids.map((id) => [id, schema])) as Record<K, T>
const orInherit = Type.Unsafe<Static<typeof MailChoice> | null>({
  enum: [...mailChoices, null],
  description: 'When to send email of this kind; null to follow its group.',
})

export const NotificationSettingsChange = Type.Partial(
  Type.Object({
    groups: Type.Partial(Type.Object(choices<GroupId, typeof MailChoice>(groupIds, MailChoice)), { additionalProperties: false }),
    kinds: Type.Partial(Type.Object(choices<NotificationKind, typeof orInherit>(kindIds, orInherit)), { additionalProperties: false }),
    quietHours: QuietHoursOrNone,
    timeZone: TimeZone,
    digestHour: DigestHour,
  }),
  { additionalProperties: false, minProperties: 1 },
)
export type NotificationSettingsChange = Static<typeof NotificationSettingsChange>
