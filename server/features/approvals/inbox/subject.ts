import { scopeOfApproval } from '../../../approvals/scopeOfApproval.ts'
import type { Subject } from '../../../subjects/subject.ts'

export const approvalSubject = {
  kind: 'approval',
  paths: ['/account-approvals/'],
  page: (id) => `/approvals?id=${id}`,
  scope: scopeOfApproval,
} satisfies Subject

export const approvalListSubject = {
  kind: 'approvalList',
  page: () => '/approvals',
} satisfies Subject
