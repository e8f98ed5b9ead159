import { paths } from '../paths.ts'
import type { ApprovalItem } from './requestTypes.ts'

/** What an approval is about, in short: a request for an account, a change of one, access to one, or a privileged role in one. */
export function subjectOf(item: Pick<ApprovalItem, 'request' | 'update' | 'access' | 'activation' | 'subjectId' | 'subjectKind'>): {
  name: string
  /** What is done with it, when that is not building it. */
  title: string | undefined
  reference: string | undefined
  href: string
} {
  const { request, update, access, activation, subjectId, subjectKind } = item
  if (activation)
    return {
      name: activation.account.name,
      title: `Wants ${activation.role} for a while`,
      reference: 'Open the account',
      href: paths.account(activation.account.id, 'access'),
    }
  if (access)
    return {
      name: access.account.name,
      title: `Wants to ${access.extends ? 'stay in' : 'be let into'} ${access.group.name}`,
      reference: access.reference,
      href: paths.accessRequest(access.id),
    }
  if (update)
    return {
      name: update.account.name,
      title: update.title,
      reference: update.reference,
      href: paths.accountUpdate(update.account.id, update.id),
    }
  const href = subjectKind === 'accountUpdate' ? paths.update(subjectId) : paths.request(subjectId)
  return { name: request?.name ?? 'Request', title: undefined, reference: request?.reference, href }
}
