import { type Static, Type } from 'typebox'
import { apiVersions } from './apiVersions.ts'
import { collect } from './pages.ts'
import type { Send } from './pipeline.ts'

/** What one role allows; a name may have `*` for any part of it. */
const RolePermission = Type.Object({
  actions: Type.Optional(Type.Array(Type.String())),
  notActions: Type.Optional(Type.Array(Type.String())),
})
export type RolePermission = Static<typeof RolePermission>

export function armPermissions(send: Send) {
  return {
    /**
     * What Slipway's own roles allow at a scope, including those it inherits, one entry for each role. The reference describes it for resource
     * groups and resources; for a subscription it is in “Use Resource Manager authentication API to access subscriptions” (azure-docs,
     * resource-manager-api-authentication.md).
     */
    listOwnPermissions: (scope: string): Promise<RolePermission[]> =>
      collect(
        send,
        {
          method: 'GET',
          path: `${scope}/providers/Microsoft.Authorization/permissions`,
          query: { 'api-version': apiVersions.authorization },
        },
        RolePermission,
      ),
  }
}

/** Whether one of the roles allows the action, or all that a name with `*` stands for: https://learn.microsoft.com/azure/role-based-access-control/role-definitions */
export function isGranted(held: readonly RolePermission[], action: string): boolean {
  const covers = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(action)
  return held.some(({ actions = [], notActions = [] }) => actions.some(covers) && !notActions.some(covers))
}
