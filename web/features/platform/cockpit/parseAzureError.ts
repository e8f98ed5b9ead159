interface AzureError {
  /** The name of an Azure operation, such as `Microsoft.Resources/tags/write`. */
  action: string
  scope: string
}

/**
 * Azure’s message with the code `AuthorizationFailed`. The scope must end with its quote, so that a truncated message doesn’t give a wrong
 * scope.
 */
const deniedActionPattern = /authorization to perform action '([\w.*/-]{1,200})' over scope '(\/[^'\s]{1,400})'/

/**
 * Reads which action Azure denied, and where; undefined for other errors.
 * @see https://learn.microsoft.com/azure/role-based-access-control/troubleshooting
 */
export function parseAzureError(excerpt: string | null): AzureError | undefined {
  const match = excerpt ? deniedActionPattern.exec(excerpt) : null
  return match ? { action: match[1]!, scope: match[2]! } : undefined
}

/** Returns a URL of the portal; undefined for a scope without a page of its own. */
export const scopeHref = (portal: string, scope: string): string | undefined =>
  /^\/subscriptions\/[\da-f-]{36}(\/|$)/i.test(scope) ? `${portal}/#resource${encodeURI(scope)}` : undefined
