import type { ApprovalSubject } from '../../approvals/subject.ts'
import { accountRequestSubject } from '../account-requests/subject.ts'

/** Every kind of thing that is approved, by its kind. */
export const approvalSubjects: Record<string, ApprovalSubject> = { [accountRequestSubject.kind]: accountRequestSubject }
