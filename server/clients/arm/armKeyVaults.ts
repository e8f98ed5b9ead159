import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Vault = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Type.Optional(Type.String()),
  properties: Type.Object({
    /** Absent while the vault is being created. */
    vaultUri: Type.Optional(Type.String()),
    enableRbacAuthorization: Type.Optional(Type.Boolean()),
    enablePurgeProtection: Type.Optional(Type.Boolean()),
    softDeleteRetentionInDays: Type.Optional(Type.Integer()),
    publicNetworkAccess: Type.Optional(Type.String()),
  }),
})
export type KeyVaultResource = Static<typeof Vault>

export function armKeyVaults(send: Send) {
  return {
    listKeyVaults(subscriptionId: string): Promise<KeyVaultResource[]> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.KeyVault/vaults`
      return fetchAllPages(send, { method: 'GET', path, query: { 'api-version': apiVersions.vaults } }, Vault)
    },
  }
}
