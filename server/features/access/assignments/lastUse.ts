import { cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'

/** Azure’s activity log goes back this far. A person who is not in the response has changed nothing in this time. */
export const lastUseDays = 90

/**
 * Returns when each person last changed something in a subscription, by person ID, cached for a minute. Azure doesn’t log reads, so read
 * access can be in use without appearing here.
 * @throws the cloud’s error if the cloud doesn’t respond
 */
export async function lastUses(clients: Clients, subscriptionId: string, now: Date): Promise<Map<string, Date>> {
  const { value } = await cached(clients, `last use ${subscriptionId}`, () => clients.arm.listLastChanges(subscriptionId, now))
  return value
}
