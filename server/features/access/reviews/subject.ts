import { sql } from 'kysely'
import { isPersonOf, type Subject } from '../../../subjects/subject.ts'

export const accessReviewSubject = {
  kind: 'accessReview',
  paths: ['/account-access/reviews/'],
  page: (id) => `/access/reviews/${id}`,
  nameSource: { table: sql`access_reviews`, name: sql`s.name` },
  scope: (id) => sql`select r.account_id, a.family_id, coalesce(a.tower_id, r.tower_id) as tower_id
    from access_reviews r left join accounts a on a.id = r.account_id where r.id = ${id}`,
  activity: {
    table: sql`access_reviews`,
    own: isPersonOf(sql`created_by`),
    deniedMessage: 'Only the person who started the review, administrators and auditors can see its activity.',
  },
} satisfies Subject
