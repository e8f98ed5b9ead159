import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'

/** Checks in the cloud whether the subscription exists, so it must run before the transaction. @throws invalidRequest */
export async function requireSubscription({ clients }: { clients: Clients }, subscriptionId: string | undefined): Promise<void> {
  if (subscriptionId === undefined || (await clients.arm.getSubscription(subscriptionId))) return
  const message = 'This subscription doesn’t exist, or Slipway has no permission to see it'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'subscriptionId', message }] })
}
