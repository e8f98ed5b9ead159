import { billingService } from '../../../clients/arm/armBilling.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { subscriptionCreator } from '../../../clients/missingPermission.ts'
import type { RequirementService } from '../../../clients/requirements/requirement.ts'
import { requirementNames } from '../../../clients/requirements/requirements.ts'
import type { Config } from '../../../config.ts'
import { checkBilling } from '../cockpit/checkBilling.ts'
import { fetchAzureAccess } from '../cockpit/checkPermissions.ts'
import { fetchGraphAccess } from './graphAccess.ts'
import type { SystemAccess } from './systemAccess.ts'
import { type FindVaults, fetchVaultAccess, findAnyVaults } from './vaultAccess.ts'

export interface SystemContext {
  clients: Clients
  config: Config
  now: () => Date
  findVaults?: FindVaults
}

export interface System {
  category: string
  service: RequirementService
  names: readonly string[]
  scope: string
  isUsed: boolean
  /**
   * Reads only.
   * @throws ExternalError
   */
  read(): Promise<SystemAccess>
}

const isAction = (name: string) => name.includes('/')

export function systemsOf({ clients, config, now, findVaults = () => findAnyVaults(clients) }: SystemContext): System[] {
  const { external } = config
  const rootScope = `/providers/Microsoft.Management/managementGroups/${config.rootManagementGroup}`
  const isGithub = external.git.host !== 'azureDevOps'
  const git = { scope: external.git.repository, read: () => clients.git.checkAccess() }
  const createSystem = (service: RequirementService, check: Pick<System, 'scope' | 'read'>, isUsed = true): System => ({
    ...{ category: service, service, names: requirementNames(service), isUsed },
    ...check,
  })
  return [
    {
      ...createSystem('Azure', { scope: rootScope, read: () => fetchAzure({ clients, config }) }),
      names: requirementNames('Azure').filter(isAction),
    },
    {
      ...createSystem('Azure', { scope: config.billingScope, read: () => fetchBilling({ clients, config, now }) }),
      ...{ category: billingService, names: [subscriptionCreator.name] },
    },
    createSystem('Microsoft Graph', { scope: 'the tenant', read: () => fetchGraphAccess({ clients, config }) }),
    createSystem('Key Vault', { scope: 'vaults', read: () => fetchVaultAccess(clients, findVaults) }),
    createSystem('GitHub', git, isGithub),
    createSystem('Azure DevOps', git, !isGithub),
    createSystem('ServiceNow', { scope: `the user ${external.servicenow.user}`, read: () => clients.servicenow.checkAccess() }),
    createSystem('Argo CD', { scope: 'all projects', read: () => fetchArgocd(clients) }, clients.argocd !== undefined),
    createSystem('The store directory', { scope: 'its token', read: () => fetchStores(clients) }, clients.stores !== undefined),
  ].filter(({ isUsed }) => isUsed)
}

async function fetchAzure({ clients, config }: Pick<SystemContext, 'clients' | 'config'>): Promise<SystemAccess> {
  const { principalId } = await clients.serviceTokens.readClaims('azure')
  const id = principalId ?? (await clients.graph.getPrincipalId(config.external.clientId))
  const { roleName, ...access } = await fetchAzureAccess({ clients, config }, id)
  const detail = 'A role assignment with a condition grants it, and this check doesn’t evaluate conditions.'
  return { ...access, place: { roleName }, ...(access.unverified.length > 0 ? { detail } : {}) }
}

async function fetchBilling(context: Pick<SystemContext, 'clients' | 'config' | 'now'>): Promise<SystemAccess> {
  const { found, missing } = await checkBilling(context)
  const { name } = subscriptionCreator
  return missing ? (missing.length > 0 ? { missing: [name] } : { granted: [name] }) : { unverified: [name], detail: found }
}

async function fetchArgocd({ argocd }: Pick<Clients, 'argocd'>): Promise<SystemAccess> {
  const access = { granted: [] as string[], missing: [] as string[] }
  for (const name of requirementNames('Argo CD')) {
    const [resource = '', action = ''] = name.split('/')
    access[(await argocd!.canI(resource, action)) ? 'granted' : 'missing'].push(name)
  }
  return access
}

async function fetchStores({ stores }: Pick<Clients, 'stores'>): Promise<SystemAccess> {
  const names = requirementNames('The store directory')
  try {
    await stores!.searchStores('slipway check', 1)
    return { granted: names }
  } catch (error) {
    if (error instanceof ExternalError && (error.status === 401 || error.status === 403)) return { missing: names }
    throw error
  }
}
