import { paths } from '../../../paths.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'

export const pimActivationSubject: ApprovedSubject<'pimActivation'> = {
  label: 'Privileged role',
  policy: 'Requests to activate privileged roles.',
  href: () => paths.privilegedRoles(),
  view: ({ account, role, requestedUntil }, { requester }) => ({
    name: account.name,
    title: requestedUntil ? `Extend ${role}` : `Activate ${role} (temporary)`,
    href: paths.account(account.id, 'access'),
    linkLabel: 'Open account',
    approved: `We’re applying this in Azure and will notify ${requester.displayName.split(' ')[0]}.`,
    shape: [account.id, role],
    evidence: { exists: true, people: 'ownersAndAccounts' },
  }),
}
