/**
 * Ids as PIM writes them begin with `/providers/Microsoft.Subscription` (Microsoft's page "Assign Azure resource roles in Privileged Identity
 * Management" answers so), whatever scope was asked about: they are read from their end.
 */
const subscriptionProvider = /^\/?providers\/Microsoft\.Subscription(?=\/subscriptions\/)/i

/** A scope as the rest of Azure writes it. */
export function plainScope(scope: string): string {
  return scope.replace(subscriptionProvider, '')
}

/** The scope that an assignment, an eligibility or one of their schedules is of; where Azure leaves it out it is in the id. */
export function scopeOf({ id, properties }: { id: string; properties: { scope?: string | undefined } }): string {
  return plainScope(properties.scope ?? id.replace(/\/providers\/Microsoft\.Authorization\/.*$/i, ''))
}

/** The last part of an id, in lower case. */
export function tailOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase()
}
