import { billingService, checkBillingScope } from '../../../clients/arm/armBilling.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Config } from '../../../config.ts'

interface CheckContext {
  clients: Pick<Clients, 'billing' | 'watch'>
  config: Pick<Config, 'billingScope'>
  now: () => Date
}

/**
 * Checks the billing scope. A failure is recorded for the service, so that the cockpit shows it as down.
 * @throws ExternalError
 */
export async function checkBilling({ clients, config, now }: CheckContext): ReturnType<typeof checkBillingScope> {
  const startedAt = now().getTime()
  try {
    return await checkBillingScope(clients.billing, config.billingScope)
  } catch (error) {
    // The failure must be recorded after the calls of this check, because a later successful call would hide it.
    const at = now().getTime() + 1
    if (error instanceof ExternalError) clients.watch.failed(billingService, { ms: at - startedAt, error, at, isServiceProblem: true })
    throw error
  }
}
