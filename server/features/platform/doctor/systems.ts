import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Clients } from '../../../clients/clients.ts'
import { subscriptionCreator } from '../../../clients/missingPermission.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { RequirementService } from '../../../clients/requirements/requirement.ts'
import { requirementNames } from '../../../clients/requirements/requirements.ts'
import type { Config } from '../../../config.ts'
import { checkBilling } from '../cockpit/checkBilling.ts'
import { readAzureAccess } from '../cockpit/checkPermissions.ts'
import { readGraphAccess } from './graphAccess.ts'
import type { SystemAccess } from './systemAccess.ts'
import { type FindVaults, findAnyVaults, readVaultAccess } from './vaultAccess.ts'

export interface SystemContext {
  clients: Clients
  config: Config
  now: () => Date
  /** Default: `findAnyVaults`. */
  findVaults?: FindVaults
}

export interface System {
  category: string
  service: RequirementService
  /** The permissions that the check covers. */
  names: readonly string[]
  scope: string
  isUsed: boolean
  /** Reads only. @throws OutsideError */
  read(): Promise<SystemAccess>
}

const isAction = (name: string) => name.includes('/')

/** Every system in which Slipway needs permissions, with a read-only check of them. */
export function systemsOf({ clients, config, now, findVaults = () => findAnyVaults(clients) }: SystemContext): System[] {
  const { outside } = config
  const rootScope = `/providers/Microsoft.Management/managementGroups/${config.rootManagementGroup}`
  const isGithub = outside.git.host !== 'azureDevOps'
  const git = { scope: outside.git.repository, read: () => clients.git.checkAccess() }
  const of = (service: RequirementService, check: Pick<System, 'scope' | 'read'>, isUsed = true): System => ({
    ...{ category: service, service, names: requirementNames(service), isUsed },
    ...check,
  })
  return [
    {
      ...of('Azure', { scope: rootScope, read: () => readAzure({ clients, config }) }),
      names: requirementNames('Azure').filter(isAction),
    },
    {
      ...of('Azure', { scope: config.billingScope, read: () => readBilling({ clients, config, now }) }),
      ...{ category: billingService, names: [subscriptionCreator.name] },
    },
    of('Microsoft Graph', { scope: 'the tenant', read: () => readGraphAccess({ clients, config }) }),
    of('Key Vault', { scope: 'vaults', read: () => readVaultAccess(clients, findVaults) }),
    of('GitHub', git, isGithub),
    of('Azure DevOps', git, !isGithub),
    of('ServiceNow', { scope: `the user ${outside.servicenow.user}`, read: () => clients.servicenow.checkAccess() }),
    of('Argo CD', { scope: 'all projects', read: () => readArgocd(clients) }, clients.argocd !== undefined),
    of('The store directory', { scope: 'its token', read: () => readStores(clients) }, clients.stores !== undefined),
  ].filter(({ isUsed }) => isUsed)
}

async function readAzure({ clients, config }: Pick<SystemContext, 'clients' | 'config'>): Promise<SystemAccess> {
  const { principalId } = await clients.ownTokens.readClaims('azure')
  const id = principalId ?? (await clients.graph.getPrincipalId(config.outside.clientId))
  const { roleName, ...access } = await readAzureAccess({ clients, config }, id)
  const detail = 'A role assignment with a condition grants it, and this check doesn’t evaluate conditions.'
  return { ...access, place: { roleName }, ...(access.unverified.length > 0 ? { detail } : {}) }
}

async function readBilling(context: Pick<SystemContext, 'clients' | 'config' | 'now'>): Promise<SystemAccess> {
  const { found, missing } = await checkBilling(context)
  const { name } = subscriptionCreator
  return missing ? (missing.length > 0 ? { missing: [name] } : { granted: [name] }) : { unverified: [name], detail: found }
}

async function readArgocd({ argocd }: Pick<Clients, 'argocd'>): Promise<SystemAccess> {
  const access = { granted: [] as string[], missing: [] as string[] }
  for (const name of requirementNames('Argo CD')) {
    const [resource = '', action = ''] = name.split('/')
    access[(await argocd!.canI(resource, action)) ? 'granted' : 'missing'].push(name)
  }
  return access
}

async function readStores({ stores }: Pick<Clients, 'stores'>): Promise<SystemAccess> {
  const names = requirementNames('The store directory')
  try {
    await stores!.searchStores('slipway check', 1)
    return { granted: names }
  } catch (error) {
    if (error instanceof OutsideError && (error.status === 401 || error.status === 403)) return { missing: names }
    throw error
  }
}
