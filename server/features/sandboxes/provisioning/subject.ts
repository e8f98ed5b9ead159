import type { Subject } from '../../../subjects/subject.ts'

export const sandboxActionSubject = {
  kind: 'sandboxAction',
  page: () => '/admin/sandboxes?tab=work',
} satisfies Subject

export const sandboxQueueSubject = {
  kind: 'sandboxQueue',
  page: () => '/admin/sandboxes?tab=work',
} satisfies Subject
