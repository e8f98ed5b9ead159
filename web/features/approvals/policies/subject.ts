import { paths } from '../../../paths.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'

export const policyChangeSubject: ApprovedSubject<'policyChange'> = {
  label: 'Change of an approval policy',
  href: () => paths.policies(),
  view: ({ name, policyId, toVersion }) => ({
    name,
    title: `Wants version ${toVersion} of the policy to go live`,
    href: paths.policy(policyId, { version: toVersion }),
    linkLabel: 'Open the policy',
    approved: 'The policy is live from now on.',
    neverCovered: true,
    evidence: { facts: 'The policy', exists: false, people: 'nobody' },
  }),
}
