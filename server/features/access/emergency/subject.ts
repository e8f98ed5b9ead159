import { sql } from 'kysely'
import { administratorsOnly, type Subject, scopeOfAccountIn } from '../../../subjects/subject.ts'

export const emergencyAccessSubject = {
  kind: 'emergencyAccess',
  paths: ['/emergency-access/'],
  page: () => '/access/emergency',
  scope: (id) => scopeOfAccountIn(sql`select account_id from emergency_accesses where id = ${id}`),
} satisfies Subject

export const emergencyProfileSubject = {
  kind: 'emergencyProfile',
  paths: ['/emergency-profiles/'],
  page: () => '/access/emergency',
  nameSource: { table: sql`emergency_profiles`, name: sql`s.name` },
  activity: administratorsOnly(sql`emergency_profiles`, 'emergency profiles'),
} satisfies Subject
