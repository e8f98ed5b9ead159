import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Clients } from '../../../clients/clients.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import type { MissingPermission } from '../../../clients/missingPermission.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { ChannelType } from '../../../db/tables.ts'
import { channelServices } from '../../../notifications/delivery/channelServices.ts'
import { unseal } from '../../../notifications/delivery/seal.ts'
import { checkBilling } from './checkBilling.ts'
import { coveredPermissions, missingInAzure, missingInGraph } from './checkPermissions.ts'

export interface Checking {
  clients: Clients
  db: Db
  config: Config
  now: () => Date
}
export interface PermissionCheck {
  found?: string
  /** All permissions that Slipway lacks; absent if the check can't find out. */
  missing?: MissingPermission[]
}
type Check = (world: Checking) => Promise<PermissionCheck>

const hostsAtOnce = 4

/** A check that ignores the content of the answer. */
const asks =
  (ask: (clients: Clients) => Promise<unknown> | undefined): Check =>
  async ({ clients }) => {
    await ask(clients)
    return {}
  }

/** One read-only call per service, which changes and sends nothing. */
export const checks: Record<string, Check | undefined> = {
  Azure: async (world) => {
    const missing = await missingInAzure(world)
    return missing ? { missing } : { found: 'Microsoft Graph didn’t return Slipway’s identity, so its permissions in Azure are unknown.' }
  },
  [billingService]: checkBilling,
  'Microsoft Graph': async (world) => ({ missing: await missingInGraph(world) }),
  GitHub: asks(({ git }) => git.getBranchHead('main')),
  'Azure DevOps': asks(({ git }) => git.getBranchHead('main')),
  ServiceNow: asks(({ servicenow }) => servicenow.getByCorrelationId('slipway-check')),
  'Argo CD': asks(({ argocd }) => argocd?.getApplication('slipway-check', 'default')),
  'The store directory': asks(({ stores }) => stores?.searchStores('slipway check', 1)),
  'The Azure price list': asks(({ prices }) => prices.listPrices({ serviceName: 'slipway-check', armRegionName: 'uksouth' }, 'GBP')),
  'Key Vault': checkSomeVault,
  [channelServices.mail]: asks(({ mail }) => mail?.check()),
  [channelServices.slack]: checkHosts('slack'),
  [channelServices.teams]: checkHosts('teams'),
  [channelServices.webhook]: checkHosts('webhook'),
}

/** Checks a service and records its missing permissions for the cockpit. @throws OutsideError if the check fails */
export async function checkService(service: string, check: Check, world: Checking): Promise<PermissionCheck> {
  try {
    const { found, missing } = await check(world)
    if (missing) {
      const covered = coveredPermissions[service] ?? []
      world.clients.watch.permissionsChecked(service, { covered, missing }, world.now().getTime())
    }
    return { ...(found ? { found } : {}), ...(missing ? { missing } : {}) }
  } catch (error) {
    if (error instanceof OutsideError && error.missing) return { missing: [error.missing] }
    throw error
  }
}

const accountsLookedAt = 5

/** Checks a single vault of any account, because checking every vault would take too many calls. */
async function checkSomeVault({ clients, db }: Checking): Promise<PermissionCheck> {
  const accounts = await db
    .selectFrom('accounts')
    .select('subscription_id')
    .where('status', '=', 'active')
    .where('subscription_id', 'is not', null)
    .orderBy('id')
    .limit(accountsLookedAt)
    .execute()
  for (const { subscription_id } of accounts) {
    const vaults = await clients.arm.listKeyVaults(subscription_id!)
    const vault = vaults.find(({ name, properties }) => clients.keyVault.isAt(name, properties.vaultUri ?? ''))
    if (!vault) continue
    await clients.keyVault.look(vault.name)
    return { found: `The vault ${vault.name} was checked.` }
  }
  const message = 'None of the checked accounts has a vault to check.'
  throw new OutsideError({ service: 'Key Vault', code: 'nothingToAsk', message, retryable: false })
}

/** Checks only that the hosts answer, because a full check would post a message to the channel. */
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
      const url = url_sealed && unseal(url_sealed, config.keySecret)
      if (url) return { name, url }
      const message = `The address of ${name} can’t be read, because SLIPWAY_KEY_SECRET changed. Enter it again.`
      throw new OutsideError({ service: name, code: 'sealed', message, retryable: false })
    })
    const hosts = [...new Map(urls.map((each) => [new URL(each.url).host, each])).values()]
    const service = channelServices[type]
    const found = await mapWithConcurrency(hosts, hostsAtOnce, async (host) => {
      try {
        await clients.webhooks.reach({ ...host, service })
        return undefined
      } catch (error) {
        if (error instanceof OutsideError) return error
        throw error
      }
    })
    const [failure] = found.filter((each) => each !== undefined)
    if (failure) throw failure
    const them = hosts.length === 1 ? 'The host answers' : `All ${hosts.length} hosts answer`
    return { found: `${them}. Test a channel to verify delivery.` }
  }
}
