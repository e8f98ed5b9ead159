import { sql } from 'kysely'
import { type Subject, scopeOfAccount, scopeOfSandbox } from '../../../subjects/subject.ts'

export const accessDifferenceSubject = {
  kind: 'accessDifference',
  paths: ['/account-access/differences/'],
  page: (id) => `/access/drift?account=${id}`,
  // It is known by its account or its sandbox.
  scope: (id) => sql`${scopeOfAccount(id)} union all ${scopeOfSandbox(id)}`,
} satisfies Subject
