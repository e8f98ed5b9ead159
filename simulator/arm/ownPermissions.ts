import { type ArmReply, type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import { rolesOfCaller } from './authorization.ts'

function list({ sim, caller, params }: ArmRequest): ArmReply {
  const roles = [...rolesOfCaller(sim, caller, params.resourcePath!)]
  return listOf(roles.map(({ actions, notActions = [], dataActions = [] }) => ({ actions, notActions, dataActions, notDataActions: [] })))
}

export const ownPermissionRoutes: ArmRoute[] = [
  {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourcePath}/providers/Microsoft.Authorization/permissions',
    handle: (request) =>
      list({
        ...request,
        params: { ...request.params, resourcePath: request.path.replace(/\/providers\/Microsoft\.Authorization\/permissions$/i, '') },
      }),
  },
]
