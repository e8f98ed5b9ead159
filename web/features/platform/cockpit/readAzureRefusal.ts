interface AzureRefusal {
  /** The denied action, such as `Microsoft.Resources/tags/write`. */
  action: string
  /** The scope of the denied action, such as a subscription or a resource. */
  scope: string
}

/** The sentence of `AuthorizationFailed`. The scope ends at its quote, so that a truncated text doesn’t give a wrong scope. */
const sentence = /authorization to perform action '([\w.*/-]{1,200})' over scope '(\/[^'\s]{1,400})'/

/**
 * Reads which action Azure denied, and where; undefined for other errors.
 * @see https://learn.microsoft.com/azure/role-based-access-control/troubleshooting
 */
export function readAzureRefusal(excerpt: string | null): AzureRefusal | undefined {
  const match = excerpt ? sentence.exec(excerpt) : null
  return match ? { action: match[1]!, scope: match[2]! } : undefined
}

/** The URL of the subscription, resource group or resource in the portal; undefined for a scope without its own page. */
export const scopeHref = (portal: string, scope: string): string | undefined =>
  /^\/subscriptions\/[\da-f-]{36}(\/|$)/i.test(scope) ? `${portal}/#resource${encodeURI(scope)}` : undefined
