import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'

export const sandboxHostSubject = {
  kind: 'sandboxHost',
  paths: ['/sandbox-hosts/'],
  page: () => '/admin/sandboxes?tab=capacity',
  nameSource: { table: sql`sandbox_hosts`, name: sql`s.name` },
  activity: administratorsOnly(sql`sandbox_hosts`, 'sandbox hosts'),
} satisfies Subject

export const sandboxTemplateSubject = {
  kind: 'sandboxTemplate',
  paths: ['/sandbox-templates/'],
  page: (id) => `/admin/sandboxes/templates/${id}`,
  nameSource: { table: sql`sandbox_templates`, name: sql`s.name` },
  activity: administratorsOnly(sql`sandbox_templates`, 'templates'),
} satisfies Subject
