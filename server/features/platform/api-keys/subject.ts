import { sql } from 'kysely'
import { isPersonOf, type Subject } from '../../../subjects/subject.ts'

export const apiKeySubject = {
  kind: 'apiKey',
  paths: ['/admin/api-keys/'],
  page: (id) => `/admin/api-keys?id=${id}`,
  nameSource: { table: sql`api_keys`, name: sql`s.name` },
  activity: {
    table: sql`api_keys`,
    own: isPersonOf(sql`owner_id`),
    deniedMessage: 'Only the owner of the key, administrators and auditors can see its activity.',
  },
} satisfies Subject
