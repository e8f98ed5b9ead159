import { ExternalError } from '../externalError.ts'

const codes = new Set(['RBACAccessDenied', 'AuthorizationFailed', 'SubscriptionNotFound', 'PrincipalNotFound', 'SubjectNotFound'])

/**
 * Returns whether Azure might reject a call because a new subscription or group is not replicated yet. Cost Management takes up to 48 hours:
 * 401 `RBACAccessDenied` (azure-cli #23648, terraform-azurerm-lz-vending #394), 404 `NotFound` “Cost management data is not supported”
 * (terraform-provider-azurerm #16334) or “returns null or empty list for id” (AzAPICall #58). Roles: 403 `AuthorizationFailed`, and 400
 * `PrincipalNotFound` or `SubjectNotFound` for the principal. A missing permission gives the same errors permanently, so callers limit how
 * long they wait.
 */
export function isNotPropagatedYet(error: unknown): error is ExternalError {
  return error instanceof ExternalError && (error.status === 404 || codes.has(error.code))
}
