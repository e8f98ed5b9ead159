import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'

export const channelSubject = {
  kind: 'channel',
  page: (id) => `/admin/notifications?id=${id}`,
  nameSource: { table: sql`notification_channels`, name: sql`s.name` },
  activity: administratorsOnly(sql`notification_channels`, 'channels'),
} satisfies Subject

export const deliverySubject = {
  kind: 'delivery',
  page: () => '/admin/notifications?tab=deliveries',
} satisfies Subject
