import type { Actor } from './actor.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call an operation. Each operation must state one; the route refuses everyone else before the body is read.
 * `owner` and `approver` depend on the row: the handler must hand the verdict of a policy to `allow()`, or the call fails.
 * `machine` is for API keys only; whatever else a key may call says so by the scope it needs (`apiKey` of the operation).
 */
export type Access = 'anyone' | 'signedIn' | 'owner' | 'approver' | 'admin' | 'adminOrAuditor' | 'machine'

/** `true`, or why not in words a person understands. */
export type Verdict = true | string

/** The part of the decision that needs no row. `scope`: what an API key must be for; without one no key may call it. */
export function mayCall(access: Access, actor: Actor, scope?: Scope): Verdict {
  if (access === 'anyone') return true
  if (actor.kind === 'anonymous') return access === 'machine' ? 'Send an API key in the header x-api-key.' : 'Sign in first.'
  if (actor.kind === 'machine') {
    if (scope === undefined) return 'This is for people; no API key may do it.'
    return actor.scopes.includes(scope) ? true : `This API key lacks the scope ${scope}. An administrator can make one that has it.`
  }
  if (access === 'machine') return `This is for programs: send an API key with the scope ${scope} in the header x-api-key.`
  if ((access === 'admin' || access === 'adminOrAuditor') && actor.rolesUnconfirmed)
    return 'We can’t confirm your role with the directory right now. Nothing was changed. Sign in again, or try again in a few minutes.'
  if (access === 'admin') return actor.admin ? true : 'Only administrators may do this.'
  if (access === 'adminOrAuditor') return actor.admin || actor.auditor ? true : 'Only administrators and auditors may see this.'
  return true
}

/** Whether the handler must decide on the row itself. */
export function decidesOnRow(access: Access): boolean {
  return access === 'owner' || access === 'approver'
}

/**
 * How a refusal is answered. The seed declares 401 with an unauthorised body on owner, admin and access-granting calls (spec §6, §8);
 * where the very existence is private, 404 with the words for a thing that does not exist; everything else 403. This table decides it,
 * never a handler.
 */
const refusals = new Map<string, 'unauthorised' | { notFound: string }>([
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

export function refusalCode(operationId: string): 'unauthorised' | 'notFound' | 'forbidden' {
  const refusal = refusals.get(operationId) ?? 'forbidden'
  return typeof refusal === 'string' ? refusal : 'notFound'
}

/** What every 404 of the operation says to people, so that nobody learns from the words whether a thing exists. */
export function wordsOfNotFound(operationId: string): string | undefined {
  const refusal = refusals.get(operationId)
  return typeof refusal === 'object' ? refusal.notFound : undefined
}
