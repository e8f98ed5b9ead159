import type { Subject } from '../../../subjects/subject.ts'

export const viewSubject = {
  kind: 'view',
  paths: ['/views/'],
} satisfies Subject
