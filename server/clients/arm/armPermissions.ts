/** Permissions of a role; `*` in a name matches any part. */
export interface RolePermission {
  actions?: string[]
  notActions?: string[]
}

/**
 * Tells whether one of the roles allows the action, which can contain `*`:
 * https://learn.microsoft.com/azure/role-based-access-control/role-definitions
 */
export function isGranted(held: readonly RolePermission[], action: string): boolean {
  const covers = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(action)
  return held.some(({ actions = [], notActions = [] }) => actions.some(covers) && !notActions.some(covers))
}
