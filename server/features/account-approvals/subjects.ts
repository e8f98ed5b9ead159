import type { ApprovalSubject } from '../../approvals/subject.ts'
import { accessRequestSubject } from '../account-access/subject.ts'
import { accountRequestSubject } from '../account-requests/subject.ts'
import { accountUpdateSubject } from '../account-updates/subject.ts'
import { policyChangeSubject } from '../approval-policies/subject.ts'
import { pimActivationSubject } from '../pim/subject.ts'
import { sandboxAccessRequestSubject } from '../sandbox-access/subject.ts'
import { sandboxRequestSubject } from '../sandbox-requests/subject.ts'

/** Every kind of thing that is approved, by its kind. */
export const approvalSubjects: Record<string, ApprovalSubject> = {
  [accountRequestSubject.kind]: accountRequestSubject,
  [accountUpdateSubject.kind]: accountUpdateSubject,
  [accessRequestSubject.kind]: accessRequestSubject,
  [pimActivationSubject.kind]: pimActivationSubject,
  [sandboxRequestSubject.kind]: sandboxRequestSubject,
  [sandboxAccessRequestSubject.kind]: sandboxAccessRequestSubject,
  [policyChangeSubject.kind]: policyChangeSubject,
}
