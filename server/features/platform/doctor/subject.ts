import type { Subject } from '../../../subjects/subject.ts'

export const installationSubject = {
  kind: 'installation',
  page: () => '/work/doctor',
} satisfies Subject
