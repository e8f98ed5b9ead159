import { sql } from 'kysely'
import { accountOwner, anyOf, type Subject, sandboxOwner, scopeOfGroup } from '../../../subjects/subject.ts'

export const accessGroupSubject = {
  kind: 'accessGroup',
  paths: ['/account-access/groups/'],
  page: (id) => `/access/groups/${id}`,
  nameSource: { table: sql`access_groups`, name: sql`s.name` },
  scope: (id) => scopeOfGroup(sql`select ${id}::uuid`),
  activity: {
    table: sql`access_groups`,
    own: anyOf(accountOwner, sandboxOwner),
    deniedMessage: 'Only owners of the account or sandbox, administrators and auditors can see its activity.',
  },
} satisfies Subject
