import { sql } from 'kysely'
import { anyOf, isPersonOf, type Subject } from '../../../subjects/subject.ts'

export const delegationSubject = {
  kind: 'delegation',
  paths: ['/delegations/'],
  page: () => '/me/away',
  nameSource: {
    table: sql`(select d.id, q.display_name || ' for ' || p.display_name as name from delegations d
      join people p on p.id = d.person_id join people q on q.id = d.delegate_id)`,
    name: sql`s.name`,
    excludedFromSearch: true,
  },
  activity: {
    table: sql`delegations`,
    own: anyOf(isPersonOf(sql`person_id`), isPersonOf(sql`delegate_id`)),
    deniedMessage: 'Only the absent person, the delegate, administrators and auditors can see its activity.',
  },
} satisfies Subject
