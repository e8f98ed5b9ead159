import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Logger } from '../../../clients/pipeline.ts'
import { askService, type Checking, checks } from './checks.ts'

/** Well within the quarter of an hour for which the cockpit remembers what a check found. */
const everyMs = 5 * 60_000
/** Services that say which permissions Slipway has. */
const services = ['Azure', billingService, 'Microsoft Graph']

type Log = Pick<Logger, 'info' | 'warn'>

/** Checks each of them once; whatever is found, the server serves: what does not need the permission works without it. */
export async function checkPermissions({ log, ...world }: Checking & { log: Log }): Promise<void> {
  for (const service of services) {
    try {
      const { found, missing } = await askService(service, checks[service]!, world)
      const fields = { service, found, missing: missing?.map(({ name }) => name) }
      if (!missing) log.info(fields, 'Slipway’s permissions couldn’t be checked')
      else if (missing.length > 0) log.warn(fields, 'Slipway lacks permissions')
      else log.info(fields, 'Slipway has the permissions it needs')
    } catch (error) {
      log.warn({ service, err: error }, 'permission check failed')
    }
  }
}

/** Checks them now and every five minutes. */
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
