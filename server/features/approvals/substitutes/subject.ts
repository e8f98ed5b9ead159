import { scopeOfApproval } from '../../../approvals/scopeOfApproval.ts'
import type { Subject } from '../../../subjects/subject.ts'

export const substituteSubject = {
  kind: 'approvalSubstitute',
  page: (id) => `/approvals/${id}/cover`,
  scope: scopeOfApproval,
} satisfies Subject
