import type { Subject } from '../../../subjects/subject.ts'

export const auditSubject = {
  kind: 'audit',
  page: () => '/admin/audit',
} satisfies Subject

export const auditVerificationSubject = {
  kind: 'auditVerification',
  page: () => '/admin/audit?tab=integrity',
} satisfies Subject
