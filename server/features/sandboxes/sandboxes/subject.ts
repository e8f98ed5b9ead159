import { sql } from 'kysely'
import { oneOf, type Subject, scopeOfSandbox } from '../../../subjects/subject.ts'

export const sandboxSubject = {
  kind: 'sandbox',
  paths: ['/sandboxes/', '/sandboxes/mySandboxes/', '/sandboxes/admin/'],
  page: (id) => `/sandboxes/${id}`,
  nameSource: { table: sql`sandboxes`, name: sql`s.name` },
  scope: scopeOfSandbox,
  activity: {
    table: sql`sandboxes`,
    own: oneOf(sql`sandbox_owners`, sql`sandbox_id`),
    deniedMessage: 'Only owners of the sandbox, administrators and auditors can see its activity.',
  },
} satisfies Subject
