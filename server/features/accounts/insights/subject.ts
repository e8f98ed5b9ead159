import type { Subject } from '../../../subjects/subject.ts'

export const tagChangeSubject = {
  kind: 'tagChange',
} satisfies Subject

export const policyEvaluationSubject = {
  kind: 'policyEvaluation',
} satisfies Subject
