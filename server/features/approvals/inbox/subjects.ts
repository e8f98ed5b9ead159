import type { Static, TSchema } from 'typebox'
import type { ApprovalSubject } from '../../../approvals/subject.ts'
import { subjects } from '../../../subjects.ts'

type Approved = Extract<(typeof subjects)[number], { summary: TSchema }>
export type SubjectSummary = { [S in Approved as S['kind']]: { kind: S['kind']; summary: Static<S['summary']> } }[Approved['kind']]

export const approvalSubjects: Readonly<Record<string, ApprovalSubject>> = Object.fromEntries(
  subjects.flatMap((subject) => ('closed' in subject ? [[subject.kind, subject]] : [])),
)
