import { sql } from 'kysely'
import type { Subject } from '../../../subjects/subject.ts'

export const sandboxActionSubject = {
  kind: 'sandboxAction',
  page: () => '/admin/sandboxes?tab=work',
  nameSource: {
    table: sql`(select a.id, b.name from sandbox_actions a join sandboxes b on b.id = a.sandbox_id)`,
    name: sql`s.name`,
    excludedFromSearch: true,
  },
} satisfies Subject

export const sandboxQueueSubject = {
  kind: 'sandboxQueue',
  page: () => '/admin/sandboxes?tab=work',
} satisfies Subject
