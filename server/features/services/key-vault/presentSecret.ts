import type { VaultSecret } from '../../../clients/keyvault/keyVault.ts'
import type { KeyVaultSecret } from './schemas.ts'

const time = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000).toISOString())

/** Copies only the fields that can be shown, so that the value of a secret is never returned, even if a response contains it. */
export function presentSecret(vault: string, { id, contentType, tags, attributes }: VaultSecret): KeyVaultSecret {
  const [, , name = '', version = null] = new URL(id).pathname.split('/')
  return {
    id,
    vault,
    name,
    version,
    contentType: contentType ?? null,
    enabled: attributes.enabled ?? true,
    notBefore: time(attributes.nbf),
    expiresOn: time(attributes.exp),
    createdAt: time(attributes.created),
    updatedAt: time(attributes.updated),
    tags: tags ?? {},
  }
}
