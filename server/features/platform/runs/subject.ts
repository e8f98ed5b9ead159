import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'

export const runListSubject = {
  kind: 'runList',
  page: () => '/work/stuck',
} satisfies Subject

export const workRunSubject = {
  kind: 'workRun',
  paths: ['/work/'],
  page: (id) => `/work/runs/${id}`,
  nameSource: { table: sql`work_runs`, name: sql`coalesce(s.name, s.reference)`, excludedFromSearch: true },
  activity: administratorsOnly(sql`work_runs`, 'a run'),
} satisfies Subject
