import { Type } from 'typebox'
import { isGranted } from '../../../clients/arm/armPermissions.ts'
import { maxSubscriptionsPerQuery } from '../../../clients/arm/armResourceGraph.ts'
import type { Clients } from '../../../clients/clients.ts'
import { requirementNames } from '../../../clients/requirements/requirements.ts'
import type { SystemAccess } from './systemAccess.ts'

const maxVaults = 5
const Vault = Type.Object({ id: Type.String() })

export type FindVaults = () => Promise<string[]>

/** Finds a few vaults in the first thousand subscriptions, because one readable vault proves the permission. */
export async function findAnyVaults({ arm }: Pick<Clients, 'arm'>): Promise<string[]> {
  const subscriptions = (await arm.listSubscriptions()).map(({ subscriptionId }) => subscriptionId).slice(0, maxSubscriptionsPerQuery)
  if (subscriptions.length === 0) return []
  const kql = `resources | where type == 'microsoft.keyvault/vaults' | project id | limit ${maxVaults}`
  return (await arm.queryResourceGraph(subscriptions, kql, Vault)).map(({ id }) => id)
}

/**
 * Reads the permissions in a few vaults. Slipway needs a role only in vaults whose secrets it sets, so the vault in which it has the most
 * permissions counts.
 * @throws ExternalError
 */
export async function fetchVaultAccess({ arm }: Pick<Clients, 'arm'>, findVaults: FindVaults): Promise<SystemAccess> {
  const names = requirementNames('Key Vault')
  const vaults = await findVaults()
  if (vaults.length === 0) return { unverified: names, detail: 'There is no vault to check.' }
  const results = await Promise.all(
    vaults.slice(0, maxVaults).map(async (id) => {
      const roles = (await arm.listPermissions(id)).map(({ dataActions = [], notDataActions = [] }) => ({
        actions: dataActions,
        notActions: notDataActions,
      }))
      return { id, granted: names.filter((name) => isGranted(roles, name)) }
    }),
  )
  const best = results.reduce((one, other) => (other.granted.length > one.granted.length ? other : one))
  if (best.granted.length === 0)
    return {
      unverified: names,
      detail: 'Slipway has no role in the checked vaults. Vaults whose secrets are set through Slipway need one.',
    }
  return {
    granted: best.granted,
    missing: names.filter((name) => !best.granted.includes(name)),
    place: { vaultId: best.id },
  }
}
