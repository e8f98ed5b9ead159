import { sql } from 'kysely'
import { isPersonOf, type Subject } from '../../../subjects/subject.ts'

export const feedbackSubject = {
  kind: 'feedback',
  paths: ['/feedback/'],
  page: (id) => `/feedback?id=${id}`,
  nameSource: { table: sql`feedback`, name: sql`s.reference` },
  activity: {
    table: sql`feedback`,
    own: isPersonOf(sql`person_id`),
    deniedMessage: 'Only the author of the feedback, administrators and auditors can see its activity.',
  },
} satisfies Subject
