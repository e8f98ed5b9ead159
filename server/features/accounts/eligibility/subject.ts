import type { Subject } from '../../../subjects/subject.ts'

export const roleEligibilitySubject = {
  kind: 'roleEligibility',
  page: () => '/access/roles',
} satisfies Subject
