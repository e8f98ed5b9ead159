import { sql } from 'kysely'
import { oneOf, type Subject } from '../../../subjects/subject.ts'

export const towerSubject = {
  kind: 'tower',
  paths: ['/towers/'],
  page: (id) => `/towers?id=${id}`,
  nameSource: { table: sql`towers`, name: sql`s.name` },
  activity: {
    table: sql`towers`,
    own: oneOf(sql`tower_leads`, sql`tower_id`),
    deniedMessage: 'Only leads of the tower, administrators and auditors can see its activity.',
  },
} satisfies Subject
