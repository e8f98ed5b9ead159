import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Logger } from '../../../clients/pipeline.ts'
import { type Checking, checkService, checks } from './checks.ts'

/** Shorter than the 15 minutes for which the cockpit shows a finding. */
const everyMs = 5 * 60_000
/** Services that report which permissions Slipway has. */
const services = ['Azure', billingService, 'Microsoft Graph']

type Log = Pick<Logger, 'info' | 'warn'>

/** Checks each service once. A missing permission doesn't stop the server, because most features work without it. */
export async function checkPermissions({ log, ...world }: Checking & { log: Log }): Promise<void> {
  for (const service of services) {
    try {
      const { found, missing } = await checkService(service, checks[service]!, world)
      const fields = { service, found, missing: missing?.map(({ name }) => name) }
      if (!missing) log.info(fields, 'Slipway’s permissions couldn’t be checked')
      else if (missing.length > 0) log.warn(fields, 'Slipway lacks permissions')
      else log.info(fields, 'Slipway has the permissions it needs')
    } catch (error) {
      log.warn({ service, err: error }, 'permission check failed')
    }
  }
}

export function keepChecking(checking: Checking & { log: Log }): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const check = () => {
    running ??= checkPermissions(checking).finally(() => {
      running = undefined
    })
  }
  check()
  const timer = setInterval(check, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
