import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import type { MissingPermission } from '../../../clients/missingPermission.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { ChannelType } from '../../../db/tables.ts'
import { channelServices } from '../../../notifications/delivery/channelServices.ts'
import { decrypt } from '../../../notifications/delivery/encryption.ts'
import { checkBilling } from './checkBilling.ts'
import { coveredPermissions, missingInAzure, missingInGraph } from './checkPermissions.ts'

export interface CheckContext {
  clients: Clients
  db: Db
  config: Config
  now: () => Date
}
interface PermissionCheck {
  found?: string
  /** Absent if the check can't determine the permissions. */
  missing?: MissingPermission[]
}
type Check = (context: CheckContext) => Promise<PermissionCheck>

const maxConcurrentHosts = 4

const responseCheck =
  (callService: (clients: Clients) => Promise<unknown> | undefined): Check =>
  async ({ clients }) => {
    await callService(clients)
    return {}
  }

/** One check per service. Checks only read, and send no messages. */
export const checks: Record<string, Check | undefined> = {
  Azure: async (context) => {
    const missing = await missingInAzure(context)
    return missing ? { missing } : { found: 'Microsoft Graph didn’t return Slipway’s identity, so its permissions in Azure are unknown.' }
  },
  [billingService]: checkBilling,
  'Microsoft Graph': async (context) => ({ missing: await missingInGraph(context) }),
  GitHub: responseCheck(({ git }) => git.getBranchHead('main')),
  'Azure DevOps': responseCheck(({ git }) => git.getBranchHead('main')),
  ServiceNow: responseCheck(({ servicenow }) => servicenow.getByCorrelationId('slipway-check')),
  'Argo CD': responseCheck(({ argocd }) => argocd?.getApplication('slipway-check', 'default')),
  'The store directory': responseCheck(({ stores }) => stores?.searchStores('slipway check', 1)),
  'The Azure price list': responseCheck(({ prices }) =>
    prices.listPrices({ serviceName: 'slipway-check', armRegionName: 'uksouth' }, 'GBP'),
  ),
  'Key Vault': checkSomeVault,
  [channelServices.mail]: responseCheck(({ mail }) => mail?.check()),
  [channelServices.slack]: checkHosts('slack'),
  [channelServices.teams]: checkHosts('teams'),
  [channelServices.webhook]: checkHosts('webhook'),
}

/**
 * Checks a service and records its missing permissions for the cockpit.
 * @throws ExternalError if the check fails
 */
export async function checkService(service: string, check: Check, context: CheckContext): Promise<PermissionCheck> {
  try {
    const { found, missing } = await check(context)
    if (missing) {
      const covered = coveredPermissions[service] ?? []
      context.clients.watch.permissionsChecked(service, { covered, missing }, context.now().getTime())
    }
    return { ...(found ? { found } : {}), ...(missing ? { missing } : {}) }
  } catch (error) {
    if (error instanceof ExternalError && error.missing) return { missing: [error.missing] }
    throw error
  }
}

const maxAccountsChecked = 5

/** Checks one vault of any account, because a check of every vault would take too many calls. */
async function checkSomeVault({ clients, db }: CheckContext): Promise<PermissionCheck> {
  const accounts = await db
    .selectFrom('accounts')
    .select('subscription_id')
    .where('status', '=', 'active')
    .where('subscription_id', 'is not', null)
    .orderBy('id')
    .limit(maxAccountsChecked)
    .execute()
  for (const { subscription_id } of accounts) {
    const vaults = await clients.arm.listKeyVaults(subscription_id!)
    const vault = vaults.find(({ name, properties }) => clients.keyVault.isAt(name, properties.vaultUri ?? ''))
    if (!vault) continue
    await clients.keyVault.checkVault(vault.name)
    return { found: `The vault ${vault.name} was checked.` }
  }
  const message = 'None of the checked accounts has a vault to check.'
  throw new ExternalError({ service: 'Key Vault', code: 'nothingToAsk', message, retryable: false })
}

/** Checks only that the hosts respond, because a full check would post a message to the channel. */
function checkHosts(type: ChannelType): Check {
  return async ({ clients, db, config }) => {
    const channels = await db
      .selectFrom('notification_channels')
      .select(['name', 'url_sealed'])
      .where('type', '=', type)
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute()
    const urls = channels.map(({ name, url_sealed }) => {
      const url = url_sealed && decrypt(url_sealed, config.keySecret)
      if (url) return { name, url }
      const message = `The URL of ${name} can’t be read, because SLIPWAY_KEY_SECRET changed. Enter the URL again.`
      throw new ExternalError({ service: name, code: 'sealed', message, retryable: false })
    })
    const hosts = [...new Map(urls.map((each) => [new URL(each.url).host, each])).values()]
    const service = channelServices[type]
    const hostChecks = await mapWithConcurrency(hosts, maxConcurrentHosts, async (host) => {
      try {
        await clients.webhooks.reach({ ...host, service })
        return undefined
      } catch (error) {
        if (error instanceof ExternalError) return error
        throw error
      }
    })
    const [failure] = hostChecks.filter((each) => each !== undefined)
    if (failure) throw failure
    const hostsText = hosts.length === 1 ? 'The host responds' : `All ${hosts.length} hosts respond`
    return { found: `${hostsText}. Send a test message to verify delivery.` }
  }
}
