import { sql } from 'kysely'
import { ofAdministrators, type Subject } from '../../../subjects/subject.ts'

export const directoryGroupSubject = {
  kind: 'directoryGroup',
} satisfies Subject

export const personSubject = {
  kind: 'person',
  page: (id) => `/admin/users?id=${id}`,
  named: { table: sql`people`, name: sql`s.display_name` },
  activity: ofAdministrators(sql`people`, 'people'),
} satisfies Subject
