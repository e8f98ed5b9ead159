import { platformServicePrincipalId, slipwayServicePrincipalId } from '../core/constants.ts'
import type { PermissionRef } from '../core/permissions.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'

const createSubscriptions = 'microsoft.subscription/subscriptions/write'
export const subscriptionCreator: PermissionRef = { service: 'Azure', name: 'Subscription creator' }

/** The billing role is not a role of Azure RBAC. */
export function isSubscriptionCreator({ sim, caller }: ArmRequest): boolean {
  if (caller.oid === platformServicePrincipalId) return true
  return caller.oid === slipwayServicePrincipalId && sim.permissions.held(subscriptionCreator.service).includes(subscriptionCreator.name)
}

/** Azure doesn't reveal whether another billing scope exists. @throws 403 */
function requireScope({ sim }: ArmRequest, path: string): string {
  if (path.toLowerCase() === sim.company.billingScope.toLowerCase()) return sim.company.billingScope
  throw new ArmError(403, 'Unauthorized', 'You do not have authorization to perform this action.')
}

function get(request: ArmRequest): ArmReply {
  const id = requireScope(request, request.path)
  const [name, type] = [id.split('/').at(-1), id.split('/').at(-2)]
  return ok({
    id,
    name,
    type: `Microsoft.Billing/billingAccounts/${type}`,
    properties: { displayName: 'Cloud platform', status: 'Active' },
  })
}

/** The response of “Billing Permissions - Check Access”, 2024-04-01, is a plain list. */
function checkAccess(request: ArmRequest): ArmReply {
  requireScope(request, request.path.replace(/\/checkAccess$/i, ''))
  const { actions = [] } = request.body as { actions?: string[] }
  const isAllowed = (action: string) => isSubscriptionCreator(request) && action.toLowerCase() === createSubscriptions
  return ok(actions.map((action) => ({ accessDecision: isAllowed(action) ? 'Allowed' : 'NotAllowed', action })))
}

export const billingScopes = [
  '/providers/Microsoft.Billing/billingAccounts/{account}/enrollmentAccounts/{enrollment}',
  '/providers/Microsoft.Billing/billingAccounts/{account}/billingProfiles/{profile}/invoiceSections/{section}',
]

export const billingRoutes: ArmRoute[] = billingScopes.flatMap((path) => [
  { method: 'GET', path, handle: get },
  { method: 'POST', path: `${path}/checkAccess`, handle: checkAccess },
])
