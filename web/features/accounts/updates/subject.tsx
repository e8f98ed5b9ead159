import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { ApprovedSubject } from '../../../shared/subject.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { updateRunLabels } from './labels.ts'

export const accountUpdateSubject: ApprovedSubject<'accountUpdate'> = {
  label: 'Account change',
  policy: 'Requests to change services, details or owners, or to decommission an account.',
  href: (id, accountId) => (accountId ? paths.accountUpdate(accountId, id) : paths.update(id)),
  view: (update) => ({
    name: update.account.name,
    title: update.title,
    reference: update.reference,
    href: paths.accountUpdate(update.account.id, update.id),
    ...(update.price && {
      money: { amount: update.price.after.amount - update.price.before.amount, currency: update.price.after.currency },
      moneyChanges: true,
    }),
    status: <RequestStatus statusOf={updateStatus} request={update} />,
    statusSentence: `Status of the change: ${updateStatus(update).sentence}.`,
    approved: updateRunLabels.approved,
    shape: [update.kind, update.title],
    evidence: { facts: 'Account', money: 'Account budget', price: update.price, exists: true, people: 'ownersAndAccounts' },
  }),
}
