import { type Subject, scopeOfAccount } from '../../../subjects/subject.ts'

export const deploymentSubject = {
  kind: 'deployment',
} satisfies Subject

export const accountDeploymentsSubject = {
  kind: 'accountDeployments',
  page: (id) => `/accounts/${id}?tab=deployments`,
  scope: scopeOfAccount,
} satisfies Subject
