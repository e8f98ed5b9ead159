import { sql } from 'kysely'
import { oneOf, type Subject } from '../../../subjects/subject.ts'

export const catalogueItemSubject = {
  kind: 'catalogueItem',
  paths: ['/catalogue/'],
  page: (id) => `/catalogue?item=${id}`,
  nameSource: { table: sql`catalogue_items`, name: sql`s.name` },
  activity: {
    table: sql`catalogue_items`,
    own: oneOf(sql`catalogue_item_approvers`, sql`item_id`),
    deniedMessage: 'Only approvers of the catalogue item, administrators and auditors can see its activity.',
  },
} satisfies Subject
