import { billingService, checkBillingScope } from '../../clients/armBilling.ts'
import type { Clients } from '../../clients/clients.ts'
import { OutsideError } from '../../clients/outsideError.ts'
import type { Logger } from '../../clients/pipeline.ts'
import type { Config } from '../../config.ts'

interface Checking {
  clients: Pick<Clients, 'billing' | 'watch'>
  config: Pick<Config, 'billingScope'>
  now: () => Date
}

/** Checks the billing scope; a failure is kept with what is seen of the service, so that the cockpit shows it as down. @throws OutsideError */
export async function checkBilling({ clients, config, now }: Checking): Promise<string> {
  const began = now().getTime()
  try {
    return await checkBillingScope(clients.billing, config.billingScope)
  } catch (error) {
    // After the answers that led to it, each of which counts as a good one by itself.
    const at = now().getTime() + 1
    if (error instanceof OutsideError) clients.watch.failed(billingService, { ms: at - began, error, at, trouble: true })
    throw error
  }
}

/** Once at the start; whatever it finds, the server serves: everything but new accounts works without it. */
export async function checkBillingAtStart(checking: Checking & { log: Pick<Logger, 'info' | 'warn'> }): Promise<void> {
  try {
    checking.log.info({ found: await checkBilling(checking) }, 'the billing scope is usable')
  } catch (error) {
    checking.log.warn({ err: error }, 'billing scope check failed; creating accounts may fail')
  }
}
