import { paths } from '../../../paths.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'

export const policyChangeSubject: ApprovedSubject<'policyChange'> = {
  label: 'Approval policy change',
  policy: 'Changes to approval policies. Another administrator approves each change.',
  href: () => paths.policies(),
  view: ({ name, policyId, toVersion }) => ({
    name,
    title: `Make version ${toVersion} of the policy live`,
    href: paths.policy(policyId, { version: toVersion }),
    linkLabel: 'Open policy',
    approved: 'The policy is live.',
    neverCovered: true,
    evidence: { facts: 'Policy', exists: false, people: 'none' },
  }),
}
