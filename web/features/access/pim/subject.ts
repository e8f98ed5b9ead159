import { paths } from '../../../paths.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'

export const pimActivationSubject: ApprovedSubject<'pimActivation'> = {
  label: 'Privileged role',
  href: paths.privilegedRoles,
  view: ({ account, role, askedUntil }, { requester }) => ({
    name: account.name,
    title: askedUntil ? `Wants to keep ${role} longer` : `Wants ${role} for a while`,
    href: paths.account(account.id, 'access'),
    linkLabel: 'Open the account',
    approved: `Azure is told, and ${requester.displayName.split(' ')[0]} hears of it.`,
    shape: [account.id, role],
    evidence: { exists: true, people: 'ownersAndAccounts' },
  }),
}
