import type { Clients } from '../../../clients/clients.ts'
import { graphRoleIds, isGraphRoleGranted } from '../../../clients/graph/graphAppRoles.ts'
import { requirementNames } from '../../../clients/requirements/requirements.ts'
import type { Config } from '../../../config.ts'
import type { SystemAccess } from './systemAccess.ts'

interface GraphContext {
  clients: Pick<Clients, 'graph' | 'serviceTokens'>
  config: Pick<Config, 'external'>
}

/**
 * Reads the application permissions from Slipway's own token, because its calls use that token. Permissions that were granted since then
 * are only in the directory.
 * @throws ExternalError
 */
export async function fetchGraphAccess({ clients, config }: GraphContext): Promise<SystemAccess> {
  const { roles } = await clients.serviceTokens.readClaims('graph')
  const fetchGrantedIds = () => clients.graph.listGrantedRoleIds(config.external.clientId)
  const effectiveIds = roles ? new Set(roles.flatMap((role) => graphRoleIds[role] ?? [])) : await fetchGrantedIds()
  const names = requirementNames('Microsoft Graph')
  const granted = names.filter((name) => isGraphRoleGranted(effectiveIds, name))
  const absent = names.filter((name) => !granted.includes(name))
  const directoryIds = absent.length > 0 && roles ? await fetchGrantedIds().catch(() => new Set<string>()) : new Set<string>()
  const pending = absent.filter((name) => isGraphRoleGranted(directoryIds, name))
  const detail = 'The permission was granted. Slipway’s next token has it, within about an hour; restart Slipway to apply it now.'
  return { granted, pending, missing: absent.filter((name) => !pending.includes(name)), ...(pending.length > 0 ? { detail } : {}) }
}
