import type { ApprovalSubject } from '../../../approvals/subject.ts'
import { accessRequestSubject } from '../../access/assignments/subject.ts'
import { pimActivationSubject } from '../../access/pim/subject.ts'
import { accountRequestSubject } from '../../accounts/requests/subject.ts'
import { accountUpdateSubject } from '../../accounts/updates/subject.ts'
import { sandboxAccessRequestSubject } from '../../sandboxes/access/subject.ts'
import { sandboxRequestSubject } from '../../sandboxes/requests/subject.ts'
import { policyChangeSubject } from '../policies/subject.ts'

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
