import { type Static, Type } from 'typebox'
import { NullableText, NullableTimestamp, Timestamp } from '../../../people/schemas.ts'

export const secretName = '^[0-9A-Za-z-]{1,127}$'
export const vaultName = '^[A-Za-z](-?[0-9A-Za-z]){2,23}$'

const Verdict = Type.Unsafe<true | string>({ type: ['boolean', 'string'], description: 'True, or why not in words.' })

/** A secret without its value, which goes in and never comes out. */
export const KeyVaultSecret = Type.Object({
  id: Type.String({ description: 'As Key Vault writes it; with the version where one was just made.' }),
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

/** The same as it was just written. */
export const WrittenSecret = Type.Object({
  ...KeyVaultSecret.properties,
  recovered: Type.Boolean({ description: 'A deleted one was brought back.' }),
})

const VaultSecret = Type.Object({
  ...KeyVaultSecret.properties,
  managed: Type.Boolean({ description: 'Key Vault keeps it itself, such as the secret behind a certificate.' }),
})

export const KeyVault = Type.Object({
  id: Type.String({ description: 'As Azure writes it.' }),
  name: Type.String(),
  resourceGroup: NullableText,
  region: NullableText,
  address: NullableText,
  purgeProtection: Type.Boolean({ description: 'What is deleted stays recoverable to the end of its days; nobody can purge it.' }),
  keptDays: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Days for which deleted secrets are kept.' }),
  secrets: Type.Array(VaultSecret, { description: 'The ones that expire first before the others; empty where there is a `problem`.' }),
  more: Type.Boolean({ description: 'There are more than are shown.' }),
  problem: Type.Unsafe<{ code: string; message: string } | null>({
    type: ['object', 'null'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
    required: ['code', 'message'],
    description: 'Why its secrets cannot be looked at, and what to do.',
  }),
})
export type KeyVault = Static<typeof KeyVault>

export const KeyVaults = Type.Object({ items: Type.Array(KeyVault), fetchedAt: Timestamp, can: Type.Object({ setSecret: Verdict }) })
