import { sql } from 'kysely'
import type { Subject } from '../../../subjects/subject.ts'

export const sessionSubject = {
  kind: 'session',
  page: () => '/admin/users',
  nameSource: {
    table: sql`(select s.id, p.display_name as name from sessions s join people p on p.id = s.person_id)`,
    name: sql`s.name`,
    excludedFromSearch: true,
  },
} satisfies Subject
