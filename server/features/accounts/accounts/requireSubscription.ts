import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'

/** Before the transaction: the subscription, when one is named, exists in the cloud. @throws invalidRequest */
export async function requireSubscription({ clients }: { clients: Clients }, subscriptionId: string | undefined): Promise<void> {
  if (subscriptionId === undefined || (await clients.arm.getSubscription(subscriptionId))) return
  const message = 'This subscription doesn’t exist, or Slipway has no permission to see it'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'subscriptionId', message }] })
}
