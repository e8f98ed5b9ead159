import { OutsideError } from '../outsideError.ts'

const codes = new Set(['RBACAccessDenied', 'AuthorizationFailed', 'SubscriptionNotFound', 'PrincipalNotFound', 'SubjectNotFound'])

/**
 * Whether Azure may refuse because it does not know a new subscription or group everywhere yet. Cost Management takes up to 48 hours: 401
 * `RBACAccessDenied` (azure-cli #23648, terraform-azurerm-lz-vending #394), 404 `NotFound` “Cost management data is not supported”
 * (terraform-provider-azurerm #16334) or “returns null or empty list for id” (AzAPICall #58). Roles: 403 `AuthorizationFailed`, and 400
 * `PrincipalNotFound` or `SubjectNotFound` for who is to hold them. The same answers come for ever where the right is missing, so callers bound
 * how long they believe it.
 */
export function isNotKnownYet(error: unknown): error is OutsideError {
  return error instanceof OutsideError && (error.status === 404 || codes.has(error.code))
}
