import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'
import { queueTitles } from './queues.ts'

export const cacheSubject = {
  kind: 'cache',
  page: () => '/work/caches',
} satisfies Subject

export const invariantSubject = {
  kind: 'invariant',
  page: () => '/work/invariants',
} satisfies Subject

export const queueSubject = {
  kind: 'queue',
  paths: ['/cockpit/queues/'],
  page: () => '/work/queues',
  namePattern: /^[A-Za-z]{1,40}$/,
  titles: queueTitles,
  activity: administratorsOnly(sql`(select unnest(${Object.keys(queueTitles)}::text[]) as id)`, 'queues'),
} satisfies Subject
