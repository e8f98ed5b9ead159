import type { Actor } from './actor.ts'
import type { ApiKeyScope } from './scopes.ts'

/**
 * Access rule of an operation. Each operation declares one, and the route rejects callers without access before it reads the body. `owner`
 * and `approver` depend on the row: the handler must pass a policy's verdict to `allow()`, or the call fails. `machine` is for API keys
 * only; other operations that accept keys declare the scope (`apiKey` of the operation).
 */
export type Access = 'anyone' | 'signedIn' | 'owner' | 'approver' | 'admin' | 'adminOrAuditor' | 'machine'

/** `true`, or the reason for the denial, which is shown to people. */
export type Verdict = true | string

export const accessDenials = {
  signedOut: 'Sign in first.',
  peopleOnly: 'Only people can do this, not API keys.',
  adminsOnly: 'Only administrators can do this.',
  rolesUnconfirmed:
    'We can’t confirm your role with the directory right now. Nothing was changed. Sign in again, or try again in a few minutes.',
}

/**
 * Decides access as far as this is possible without a row. `scope` is the scope that an API key needs; an operation without a scope can't
 * be called with a key.
 */
export function canCall(access: Access, actor: Actor, scope?: ApiKeyScope): Verdict {
  if (access === 'anyone') return true
  if (actor.kind === 'anonymous') return access === 'machine' ? 'Send an API key in the header x-api-key.' : accessDenials.signedOut
  if (actor.kind === 'machine') {
    if (scope === undefined) return accessDenials.peopleOnly
    return actor.scopes.includes(scope) ? true : `This API key lacks the scope ${scope}. Ask an administrator for a key with this scope.`
  }
  if (access === 'machine') return `Only programs can do this. Send an API key with the scope ${scope} in the header x-api-key.`
  if ((access === 'admin' || access === 'adminOrAuditor') && actor.rolesUnconfirmed) return accessDenials.rolesUnconfirmed
  if (access === 'admin') return actor.admin ? true : accessDenials.adminsOnly
  if (access === 'adminOrAuditor') return actor.admin || actor.auditor ? true : 'Only administrators and auditors can see this.'
  return true
}

export function isDecidedByRow(access: Access): boolean {
  return access === 'owner' || access === 'approver'
}

/**
 * Defines the form in which each operation denies access. Some operations for owners and administrators and some that grant access return
 * 401 with an unauthorised body, as the specification declares (§6, §8). If even the existence of a record is confidential, the response is
 * 404 with the text for a missing record. All other operations return 403. Handlers never choose the form.
 */
const denialForms = new Map<string, 'unauthorised' | { notFound: string }>([
  ['getMyAccount', 'unauthorised'],
  ['updateMyAccount', 'unauthorised'],
  ['updateMyAccountOwners', 'unauthorised'],
  ['adminUpdateAccountOwners', 'unauthorised'],
  ['decideAccessRequest', 'unauthorised'],
  ['updateAccountAccess', 'unauthorised'],
  ['revokeAccountAccess', 'unauthorised'],
  ['grantAccountAccess', 'unauthorised'],
  ['listPendingUpdates', 'unauthorised'],
  ['generateApiKey', 'unauthorised'],
  ['listApiKeys', 'unauthorised'],
  ['deleteApiKey', 'unauthorised'],
  ['getMySandbox', 'unauthorised'],
  ['updateSandboxOwners', 'unauthorised'],
  ['addSandboxMembers', 'unauthorised'],
  ['addSandboxMember', 'unauthorised'],
  ['decideSandboxAccessRequest', 'unauthorised'],
  ['updateSandboxAccess', 'unauthorised'],
  ['revokeSandboxAccess', 'unauthorised'],
  ['getSandboxAccess', { notFound: 'This assignment doesn’t exist.' }],
  ['getSandboxAccessRequest', { notFound: 'This request doesn’t exist.' }],
  ['updateSandboxAccessRequest', { notFound: 'This request doesn’t exist.' }],
  ['withdrawSandboxAccessRequest', { notFound: 'This request doesn’t exist.' }],
  ['updateSandboxOwnersAsAdmin', 'unauthorised'],
  ['deleteSandbox', 'unauthorised'],
  ['deleteSandboxAsAdmin', 'unauthorised'],
  ['getSandboxRequest', { notFound: 'This request doesn’t exist.' }],
  ['updateSandboxRequest', { notFound: 'This request doesn’t exist.' }],
  ['withdrawSandboxRequest', { notFound: 'This request doesn’t exist.' }],
  ['getAccountAccess', { notFound: 'This assignment doesn’t exist.' }],
  ['getAccessRequest', { notFound: 'This request doesn’t exist.' }],
  ['updateAccessRequest', { notFound: 'This request doesn’t exist.' }],
  ['withdrawAccessRequest', { notFound: 'This request doesn’t exist.' }],
  ['getAccountRequest', { notFound: 'This request doesn’t exist.' }],
  ['getAccountApproval', { notFound: 'This approval doesn’t exist.' }],
  ['refreshPimRoles', 'unauthorised'],
  ['updateAccountRequest', { notFound: 'This request doesn’t exist.' }],
  ['withdrawAccountRequest', { notFound: 'This request doesn’t exist.' }],
])

export function denialCode(operationId: string): 'unauthorised' | 'notFound' | 'forbidden' {
  const form = denialForms.get(operationId) ?? 'forbidden'
  return typeof form === 'string' ? form : 'notFound'
}

/** Returns the text of every 404 of the operation. All have the same text, so that a response doesn't reveal whether a record exists. */
export function notFoundText(operationId: string): string | undefined {
  const form = denialForms.get(operationId)
  return typeof form === 'object' ? form.notFound : undefined
}
