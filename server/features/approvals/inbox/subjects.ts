import type { Static, TSchema } from 'typebox'
import type { ApprovalSubject } from '../../../approvals/subject.ts'
import { subjects } from '../../../subjects.ts'

type ApprovableSubject = Extract<(typeof subjects)[number], { summary: TSchema }>
export type SubjectSummary = {
  [S in ApprovableSubject as S['kind']]: { kind: S['kind']; summary: Static<S['summary']> }
}[ApprovableSubject['kind']]

export const approvalSubjects: Readonly<Record<string, ApprovalSubject>> = Object.fromEntries(
  subjects.flatMap((subject) => ('onClosed' in subject ? [[subject.kind, subject]] : [])),
)
