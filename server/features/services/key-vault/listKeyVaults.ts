import type { KeyVaultResource } from '../../../clients/arm/armKeyVaults.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { VaultSecret } from '../../../clients/keyvault/keyVault.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { failureOf } from '../../../http/failures.ts'
import { operation } from '../../../http/operation.ts'
import { accountCan } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { fetchCloud } from '../../accounts/insights/fetchCloud.ts'
import { groupOfId } from '../../accounts/insights/resourceId.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { explain } from './explain.ts'
import { isAtExpectedHost, unexpectedAddress } from './findVault.ts'
import { presentSecret } from './presentSecret.ts'
import { type KeyVault, KeyVaults } from './schemas.ts'

const maxConcurrency = 4
const maxVaults = 50

export const listKeyVaults = operation({
  id: 'listKeyVaults',
  method: 'GET',
  path: '/accounts/{id}/keyVaults',
  tag: 'accounts',
  summary: 'List an account’s key vaults with the names and dates of their secrets',
  description: `Values are never read. \`fetchedAt\` is when the data was read from Azure. Returns at most ${maxVaults} vaults. If a vault denies access, its \`problem\` has the reason.`,
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: KeyVaults },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'keyVaults', async (subscriptionId) => {
      const { clients } = preparation
      const vaults = await clients.arm.listKeyVaults(subscriptionId)
      return mapWithConcurrency(vaults.slice(0, maxVaults), maxConcurrency, (vault) => fetchVault(clients, vault))
    }),
  async handler({ db, actor, allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const account = await loadAccount(db, actor, accountId)
    const { value, fetchedAt } = found!
    return {
      items: value.toSorted((a, b) => a.name.localeCompare(b.name)),
      fetchedAt: fetchedAt.toISOString(),
      can: { setSecret: accountCan(actor, account).update },
    }
  },
})

async function fetchVault(clients: Pick<Clients, 'keyVault'>, vault: KeyVaultResource): Promise<KeyVault> {
  const { id, name, location, properties } = vault
  const vaultFields = {
    id,
    name,
    resourceGroup: groupOfId(id),
    region: location ?? null,
    address: properties.vaultUri ?? null,
    purgeProtection: properties.enablePurgeProtection ?? false,
    keptDays: properties.softDeleteRetentionInDays ?? null,
    secrets: [],
    more: false,
  }
  if (!isAtExpectedHost(clients, vault)) return { ...vaultFields, problem: { code: 'strangeAddress', message: unexpectedAddress(name) } }
  try {
    const { items, more } = await clients.keyVault.listSecrets(name)
    const secrets = items.map((secret: VaultSecret) => ({ ...presentSecret(name, secret), managed: secret.managed ?? false }))
    return { ...vaultFields, secrets: secrets.sort(byUrgency), more, problem: null }
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    return { ...vaultFields, problem: { code: error.code, message: failureOf(explain(name, error)).message } }
  }
}

function byUrgency(one: { expiresOn: string | null; name: string }, other: { expiresOn: string | null; name: string }): number {
  const neverExpires = '9'
  return (one.expiresOn ?? neverExpires).localeCompare(other.expiresOn ?? neverExpires) || one.name.localeCompare(other.name)
}
