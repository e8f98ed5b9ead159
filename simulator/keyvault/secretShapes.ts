import type { SimResource } from '../arm/resource.ts'
import { retentionDays, type SecretVersion, type StoredSecret } from './secretStore.ts'

/** Clients parse IDs, so IDs have the host name of the vault in Azure. */
export function idOf(vault: SimResource, { name }: StoredSecret, collection = 'secrets'): string {
  return `https://${vault.name.toLowerCase()}.vault.azure.net/${collection}/${name}`
}

function attributesOf(vault: SimResource, { enabled, nbf, exp, created, updated }: SecretVersion) {
  const recoveryLevel = vault.properties.enablePurgeProtection === true ? 'Recoverable' : 'Recoverable+Purgeable'
  const times = { ...(nbf === undefined ? {} : { nbf }), ...(exp === undefined ? {} : { exp }) }
  return { enabled, ...times, created, updated, recoveryLevel, recoverableDays: retentionDays }
}

export function item(vault: SimResource, secret: StoredSecret) {
  const latestVersion = secret.versions.at(-1)!
  const { contentType, tags } = latestVersion
  return { ...(contentType ? { contentType } : {}), ...(tags ? { tags } : {}), attributes: attributesOf(vault, latestVersion) }
}

export function bundle(vault: SimResource, secret: StoredSecret, version: SecretVersion) {
  return {
    value: version.value,
    ...item(vault, { ...secret, versions: [version] }),
    id: `${idOf(vault, secret)}/${version.version}`,
  }
}

export function deletedItem(vault: SimResource, secret: StoredSecret) {
  const deletedDate = secret.deletedAt!
  const { version } = secret.versions.at(-1)!
  return {
    ...item(vault, secret),
    id: `${idOf(vault, secret)}/${version}`,
    recoveryId: idOf(vault, secret, 'deletedsecrets'),
    deletedDate,
    scheduledPurgeDate: deletedDate + retentionDays * 86_400,
  }
}
