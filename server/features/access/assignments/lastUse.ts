import type { Clients } from '../../../clients/clients.ts'
import { fresh } from '../../../clients/fresh.ts'

/** How far back Azure's activity log tells; whoever is not in the answer has changed nothing since. */
export const lastUseDays = 90

/**
 * When each person last changed something in a subscription, by the person's id, kept for a minute. Who only looks leaves no trace in
 * Azure, so nothing here says that a right to read is not used. @throws what the cloud does when it does not answer
 */
export async function lastUses(clients: Clients, subscriptionId: string, now: Date): Promise<Map<string, Date>> {
  const { value } = await fresh(clients, `last use ${subscriptionId}`, () => clients.arm.listLastChanges(subscriptionId, now))
  return value
}
