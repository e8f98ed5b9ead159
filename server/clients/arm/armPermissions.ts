/** What a role allows; a name may have `*` for any part of it. */
export interface RolePermission {
  actions?: string[]
  notActions?: string[]
}

/** Whether one of the roles allows the action, or all that a name with `*` stands for: https://learn.microsoft.com/azure/role-based-access-control/role-definitions */
export function isGranted(held: readonly RolePermission[], action: string): boolean {
  const covers = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(action)
  return held.some(({ actions = [], notActions = [] }) => actions.some(covers) && !notActions.some(covers))
}
