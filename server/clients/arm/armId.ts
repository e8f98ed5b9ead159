/**
 * PIM IDs start with `/providers/Microsoft.Subscription` for every scope (Microsoft's page "Assign Azure resource roles in Privileged
 * Identity Management" shows this), so IDs are parsed from the end.
 */
const subscriptionProvider = /^\/?providers\/Microsoft\.Subscription(?=\/subscriptions\/)/i

export function plainScope(scope: string): string {
  return scope.replace(subscriptionProvider, '')
}

/** Returns the scope of an assignment, an eligibility or one of their schedules. If Azure omits the scope, it is taken from the ID. */
export function scopeOf({ id, properties }: { id: string; properties: { scope?: string | undefined } }): string {
  return plainScope(properties.scope ?? id.replace(/\/providers\/Microsoft\.Authorization\/.*$/i, ''))
}

export function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase()
}
