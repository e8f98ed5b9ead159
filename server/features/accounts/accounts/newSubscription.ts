/**
 * Azure needs this many hours to show a new subscription, depending on the topic. Cost Management: up to 48 hours (Microsoft's budget
 * quickstart, azure-docs #44091). Policy: compliance is evaluated once a day. Defender for Cloud: first findings appear within a day.
 * Resource Graph and RBAC: caches of management groups last 30 minutes.
 */
const maxPropagationHours = { costs: 48, policy: 24, security: 24, resources: 1, roles: 1 } as const
export type DelayedTopic = keyof typeof maxPropagationHours

const topicNames: Record<DelayedTopic, string> = {
  costs: 'costs and budgets',
  policy: 'policy results',
  security: 'security findings',
  resources: 'resources',
  roles: 'roles',
}
const hourMs = 3_600_000

/**
 * Checks whether Azure might not show the subscription yet. @param sinceDate when Slipway first saw it; null for subscriptions that existed
 * before
 */
export function canBePropagating(topic: DelayedTopic, sinceDate: Date | null, now: Date): boolean {
  return sinceDate !== null && now.getTime() - sinceDate.getTime() < maxPropagationHours[topic] * hourMs
}

export function notPropagatedMessage(topic: DelayedTopic): string {
  const hours = maxPropagationHours[topic]
  return `Azure doesn’t have this account’s ${topicNames[topic]} yet. They usually appear within ${hours === 1 ? 'an hour' : `${hours} hours`} of its creation.`
}
