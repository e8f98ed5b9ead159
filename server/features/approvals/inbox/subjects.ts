import type { ApprovalSubject } from '../../../approvals/subject.ts'
import { subjects } from '../../../subjects.ts'

/** Every kind of thing that is approved, by its kind. */
export const approvalSubjects: Readonly<Record<string, ApprovalSubject>> = Object.fromEntries(
  subjects.flatMap((subject) => ('closed' in subject ? [[subject.kind, subject]] : [])),
)
