import { sql } from 'kysely'
import { ofAdministrators, type Subject } from '../../../subjects/subject.ts'

export const workListSubject = {
  kind: 'workList',
  page: () => '/work',
} satisfies Subject

export const workRunSubject = {
  kind: 'workRun',
  paths: ['/work/'],
  page: (id) => `/work/runs/${id}`,
  named: { table: sql`work_runs`, name: sql`coalesce(s.name, s.reference)`, unsearched: true },
  activity: ofAdministrators(sql`work_runs`, 'a run'),
} satisfies Subject
