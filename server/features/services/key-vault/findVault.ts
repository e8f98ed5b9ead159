import type { KeyVaultResource } from '../../../clients/arm/armKeyVaults.ts'
import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'

export const unexpectedAddress = (name: string) =>
  `${name} isn’t at the vault address of this cloud, so Slipway sent nothing to it. Ask an administrator to check SLIPWAY_KEYVAULT_ENDPOINT.`

/** Returns whether Azure's URL of a vault equals the URL that Slipway derives from its name. */
export function isAtExpectedHost({ keyVault }: Pick<Clients, 'keyVault'>, { name, properties }: KeyVaultResource): boolean {
  return properties.vaultUri !== undefined && keyVault.isAt(name, properties.vaultUri)
}

/** Finds a vault by name in a subscription. @throws notFound @throws outsideFailed if its URL is unexpected */
export async function findVault(
  clients: Pick<Clients, 'arm' | 'keyVault'>,
  subscriptionId: string,
  name: string,
): Promise<KeyVaultResource> {
  const vaults = await clients.arm.listKeyVaults(subscriptionId)
  const vault = vaults.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!vault) throw new Failure('notFound', 'This account has no vault with that name. Choose one of its vaults.')
  if (!isAtExpectedHost(clients, vault)) throw new Failure('outsideFailed', unexpectedAddress(vault.name))
  return vault
}
