import { paths } from '../paths.ts'
import type { ApprovalItem } from './requestTypes.ts'

/** What an approval is about, in short: a request for an account, a change of one, or access to one. */
export function subjectOf(item: Pick<ApprovalItem, 'request' | 'update' | 'access' | 'subjectId' | 'subjectKind'>): {
  name: string
  /** What is done with it, when that is not building it. */
  title: string | undefined
  reference: string | undefined
  href: string
} {
  const { request, update, access, subjectId, subjectKind } = item
  if (access)
    return {
      name: access.account.name,
      title: `Wants to be let into ${access.group.name}`,
      reference: access.reference,
      href: paths.account(access.account.id, 'access'),
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
