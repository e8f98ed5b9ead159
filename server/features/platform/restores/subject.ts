import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'

export const databaseRestoreSubject = {
  kind: 'databaseRestore',
  paths: ['/restores/'],
  page: () => '/restore',
  activity: administratorsOnly(sql`database_restores`, 'database restores'),
} satisfies Subject
