import { sql } from 'kysely'
import { is, type Subject } from '../../../subjects/subject.ts'

export const feedbackSubject = {
  kind: 'feedback',
  paths: ['/feedback/'],
  page: (id) => `/feedback?id=${id}`,
  named: { table: sql`feedback`, name: sql`s.reference` },
  activity: { table: sql`feedback`, own: is(sql`person_id`), refusal: 'Only the author of the feedback can see its activity.' },
} satisfies Subject
