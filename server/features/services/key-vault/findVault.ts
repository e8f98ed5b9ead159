import type { KeyVaultResource } from '../../../clients/arm/armKeyVaults.ts'
import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'

export const strangeAddress = (name: string) =>
  `${name} isn’t at this cloud’s vault address, so Slipway sends nothing to it. Ask an administrator to check SLIPWAY_KEYVAULT_ENDPOINT.`

/** Whether the address Azure gives for a vault is the one Slipway goes to for its name. */
export function isWhereExpected({ keyVault }: Pick<Clients, 'keyVault'>, { name, properties }: KeyVaultResource): boolean {
  return properties.vaultUri !== undefined && keyVault.isAt(name, properties.vaultUri)
}

/** The vault of that name in a subscription, as Azure has it at this moment. @throws notFound, outsideFailed when it answers elsewhere */
export async function findVault(
  clients: Pick<Clients, 'arm' | 'keyVault'>,
  subscriptionId: string,
  name: string,
): Promise<KeyVaultResource> {
  const vaults = await clients.arm.listKeyVaults(subscriptionId)
  const vault = vaults.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!vault) throw new Failure('notFound', 'This account has no vault with that name. Choose one of its vaults.')
  if (!isWhereExpected(clients, vault)) throw new Failure('outsideFailed', strangeAddress(vault.name))
  return vault
}
