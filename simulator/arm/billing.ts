import { slipwayServicePrincipalId } from '../core/constants.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'

const createSubscriptions = 'microsoft.subscription/subscriptions/write'

/** The company has one billing scope; of any other it may not even know whether it is there. @throws 403 */
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

/** “Billing Permissions - Check Access”, 2024-04-01: a bare list. */
function checkAccess(request: ArmRequest): ArmReply {
  requireScope(request, request.path.replace(/\/checkAccess$/i, ''))
  const { actions = [] } = request.body as { actions?: string[] }
  const may = (action: string) => request.caller.oid === slipwayServicePrincipalId && action.toLowerCase() === createSubscriptions
  return ok(actions.map((action) => ({ accessDecision: may(action) ? 'Allowed' : 'NotAllowed', action })))
}

const scopes = [
  '/providers/Microsoft.Billing/billingAccounts/{account}/enrollmentAccounts/{enrollment}',
  '/providers/Microsoft.Billing/billingAccounts/{account}/billingProfiles/{profile}/invoiceSections/{section}',
]

export const billingRoutes: ArmRoute[] = scopes.flatMap((path) => [
  { method: 'GET', path, handle: get },
  { method: 'POST', path: `${path}/checkAccess`, handle: checkAccess },
])
