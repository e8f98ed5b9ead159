import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Logger } from '../../../clients/pipeline.ts'
import { runRegularly } from '../../../db/runRegularly.ts'
import { type CheckContext, checkService, checks } from './checks.ts'

/** The period is shorter than the 15 minutes for which the cockpit shows a finding. */
const pollIntervalMs = 5 * 60_000
const services = ['Azure', billingService, 'Microsoft Graph']

type Log = Pick<Logger, 'info' | 'warn'>

/** Checks each service once. A missing permission doesn't stop the server, because most features work without it. */
export async function checkPermissions({ log, ...world }: CheckContext & { log: Log }): Promise<void> {
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

export function startChecking(checkContext: CheckContext & { log: Log }): { stop(): Promise<void> } {
  return runRegularly(() => checkPermissions(checkContext), pollIntervalMs)
}
