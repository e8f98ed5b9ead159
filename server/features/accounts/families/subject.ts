import { sql } from 'kysely'
import { oneOf, type Subject } from '../../../subjects/subject.ts'

export const familySubject = {
  kind: 'family',
  paths: ['/families/'],
  page: (id) => `/families?id=${id}`,
  nameSource: { table: sql`families`, name: sql`s.name` },
  activity: {
    table: sql`families`,
    own: oneOf(sql`family_owners`, sql`family_id`),
    deniedMessage: 'Only owners of the family, administrators and auditors can see its activity.',
  },
} satisfies Subject
