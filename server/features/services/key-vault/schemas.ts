import { type Static, Type } from 'typebox'
import { NullableText, NullableTimestamp, Timestamp } from '../../../people/schemas.ts'

export const secretName = '^[0-9A-Za-z-]{1,127}$'
export const vaultName = '^[A-Za-z](-?[0-9A-Za-z]){2,23}$'

const Verdict = Type.Unsafe<true | string>({ type: ['boolean', 'string'], description: 'True if you can, otherwise the reason why not.' })

export const KeyVaultSecret = Type.Object({
  id: Type.String({ description: 'Key Vault ID of the secret; includes the version after a change.' }),
  vault: Type.String(),
  name: Type.String(),
  version: NullableText,
  contentType: NullableText,
  enabled: Type.Boolean(),
  notBefore: NullableTimestamp,
  expiresOn: NullableTimestamp,
  createdAt: NullableTimestamp,
  updatedAt: NullableTimestamp,
  tags: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
})
export type KeyVaultSecret = Static<typeof KeyVaultSecret>

export const SetSecretResult = Type.Object({
  ...KeyVaultSecret.properties,
  recovered: Type.Boolean({ description: 'True if a deleted secret was recovered.' }),
})

const VaultSecret = Type.Object({
  ...KeyVaultSecret.properties,
  managed: Type.Boolean({ description: 'True if Key Vault manages the secret, such as one of a certificate.' }),
})

export const KeyVault = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  resourceGroup: NullableText,
  region: NullableText,
  address: NullableText,
  purgeProtection: Type.Boolean({ description: 'True if deleted secrets can’t be purged before the end of the retention period.' }),
  keptDays: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Days for which deleted secrets are kept; null if unknown.',
  }),
  secrets: Type.Array(VaultSecret, { description: 'Secrets, earliest expiry first; empty if there is a `problem`.' }),
  more: Type.Boolean({ description: 'True if there are more secrets.' }),
  problem: Type.Unsafe<{ code: string; message: string } | null>({
    type: ['object', 'null'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
    required: ['code', 'message'],
    description: 'Reason why the secrets can’t be listed, and what to do; null if they can.',
  }),
})
export type KeyVault = Static<typeof KeyVault>

export const KeyVaults = Type.Object({ items: Type.Array(KeyVault), fetchedAt: Timestamp, can: Type.Object({ setSecret: Verdict }) })
