import { sql } from 'kysely'
import { type Subject, scopeOfAccount, scopeOfSandbox } from '../../../subjects/subject.ts'

export const accessDifferenceSubject = {
  kind: 'accessDifference',
  paths: ['/account-access/differences/'],
  page: (id) => `/access/drift?account=${id}`,
  // A difference belongs to an account or a sandbox.
  scope: (id) => sql`${scopeOfAccount(id)} union all ${scopeOfSandbox(id)}`,
} satisfies Subject
