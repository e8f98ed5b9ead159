/** Permissions of a role. `*` in a name matches any part. */
interface RolePermission {
  actions?: string[]
  notActions?: string[]
}

/**
 * Returns whether one of the roles allows the action, which can contain `*`:
 * https://learn.microsoft.com/azure/role-based-access-control/role-definitions
 */
export function isGranted(permissions: readonly RolePermission[], action: string): boolean {
  const matchesAction = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(action)
  return permissions.some(({ actions = [], notActions = [] }) => actions.some(matchesAction) && !notActions.some(matchesAction))
}
