import { pathOfSubject, paths } from '../paths.ts'
import type { ApprovalItem } from './requestTypes.ts'

type Item = Pick<
  ApprovalItem,
  'request' | 'update' | 'access' | 'activation' | 'sandboxRequest' | 'sandboxAccess' | 'policyChange' | 'subjectId' | 'subjectKind'
>

/** What an approval is about, in short: an account, a change of one, access to one, a privileged role in one, a sandbox, or access to that. */
export function subjectOf(item: Item): {
  name: string
  /** What is done with it, when that is not building it. */
  title: string | undefined
  reference: string | undefined
  href: string
} {
  const { request, update, access, activation, sandboxRequest, sandboxAccess, policyChange, subjectId, subjectKind } = item
  if (activation)
    return {
      name: activation.account.name,
      title: activation.askedUntil ? `Wants to keep ${activation.role} longer` : `Wants ${activation.role} for a while`,
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
  if (sandboxRequest)
    return {
      name: sandboxRequest.name,
      title: sandboxRequest.kind === 'extension' ? 'Wants more time or money' : `Wants ${sandboxRequest.template.name}`,
      reference: sandboxRequest.reference,
      href: paths.sandboxRequest(sandboxRequest.id),
    }
  if (sandboxAccess)
    return {
      name: sandboxAccess.sandbox.name,
      title: `Wants to ${sandboxAccess.extends ? 'stay in' : 'be let into'} ${sandboxAccess.group.name}`,
      reference: sandboxAccess.reference,
      href: paths.sandbox(sandboxAccess.sandbox.id, 'people'),
    }
  if (policyChange)
    return {
      name: policyChange.name,
      title: `Wants version ${policyChange.toVersion} of the policy to go live`,
      reference: 'Open the policy',
      href: paths.policy(policyChange.policyId, { version: policyChange.toVersion }),
    }
  const href = subjectKind === 'accountUpdate' ? paths.update(subjectId) : pathOfSubject(subjectKind, subjectId)
  return { name: request?.name ?? 'Request', title: undefined, reference: request?.reference, href }
}
