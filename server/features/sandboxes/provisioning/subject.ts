import type { Subject } from '../../../subjects/subject.ts'

export const sandboxActionSubject = {
  kind: 'sandboxAction',
} satisfies Subject

export const sandboxQueueSubject = {
  kind: 'sandboxQueue',
} satisfies Subject
