/**
 * Azure needs this many hours to show a new subscription, depending on the topic. Cost Management: up to 48 hours (Microsoft's budget
 * quickstart, azure-docs #44091). Policy: compliance is evaluated once a day. Defender for Cloud: first findings within a day. Resource
 * Graph and RBAC follow caches of management groups of 30 minutes.
 */
export const knownWithinHours = { costs: 48, policy: 24, security: 24, resources: 1, roles: 1 } as const
export type LateTopic = keyof typeof knownWithinHours

const topicNames: Record<LateTopic, string> = {
  costs: 'costs and budgets',
  policy: 'policy results',
  security: 'security findings',
  resources: 'resources',
  roles: 'roles',
}
const hourMs = 3_600_000

/**
 * Checks whether Azure might not show the subscription yet. @param since when Slipway first saw it; null for subscriptions that existed
 * before
 */
export function maybeUnknown(topic: LateTopic, since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() < knownWithinHours[topic] * hourMs
}

export function unknownYet(topic: LateTopic): string {
  const hours = knownWithinHours[topic]
  return `Azure doesn’t have this account’s ${topicNames[topic]} yet. They usually appear within ${hours === 1 ? 'an hour' : `${hours} hours`} of its creation.`
}
