import { sql } from 'kysely'
import { personIs, type Subject } from '../../../subjects/subject.ts'

export const feedbackSubject = {
  kind: 'feedback',
  paths: ['/feedback/'],
  page: (id) => `/feedback?id=${id}`,
  named: { table: sql`feedback`, name: sql`s.reference` },
  activity: {
    table: sql`feedback`,
    own: personIs(sql`person_id`),
    refusal: 'Only the author of the feedback, administrators and auditors can see its activity.',
  },
} satisfies Subject
