import type { Subject } from '../../../subjects/subject.ts'

export const roleEligibilitySubject = {
  kind: 'roleEligibility',
} satisfies Subject
