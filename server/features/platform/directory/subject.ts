import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'

export const directoryGroupSubject = {
  kind: 'directoryGroup',
  nameSource: { table: sql`directory_groups`, name: sql`s.display_name` },
} satisfies Subject

export const personSubject = {
  kind: 'person',
  page: (id) => `/admin/users?id=${id}`,
  nameSource: { table: sql`people`, name: sql`s.display_name` },
  activity: administratorsOnly(sql`people`, 'people'),
} satisfies Subject
