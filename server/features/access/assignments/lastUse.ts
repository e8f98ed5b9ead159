import type { Clients } from '../../../clients/clients.ts'
import { fresh } from '../../../clients/fresh.ts'

/** Azure’s activity log goes back this far. A person who is missing in the answer has changed nothing in this time. */
export const lastUseDays = 90

/**
 * When each person last changed something in a subscription, by person id, cached for a minute. Azure logs no reads, so nothing here shows
 * that read access is unused.
 * @throws the cloud’s error when it doesn’t answer
 */
export async function lastUses(clients: Clients, subscriptionId: string, now: Date): Promise<Map<string, Date>> {
  const { value } = await fresh(clients, `last use ${subscriptionId}`, () => clients.arm.listLastChanges(subscriptionId, now))
  return value
}
