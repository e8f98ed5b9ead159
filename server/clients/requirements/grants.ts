import { agreementOf } from '../arm/armBilling.ts'
import { deterministicGuid } from '../deterministicGuid.ts'
import { graphRoleIds } from '../graph/graphAppRoles.ts'
import type { Grant, InstallationIds } from './grant.ts'
import { argocdGrant, azureDevOpsGrant, githubGrant, servicenowGrant, storesGrant } from './otherGrants.ts'
import type { Requirement, RequirementService } from './requirement.ts'
import { requirementNames } from './requirements.ts'
import { shellQuote as quote } from './shellQuote.ts'

const roleName = 'Slipway'
const secretsRoleName = 'Slipway secrets'
/** Application ID of Microsoft Graph, the same in every tenant. */
const graphAppId = '00000003-0000-0000-c000-000000000000'
/** The billing role SubscriptionCreator: https://learn.microsoft.com/azure/cost-management-billing/manage/assign-roles-azure-service-principals */
const subscriptionCreatorRole = 'a0bcee42-bf30-4d1b-926a-48d21664ef71'

const inThisShell = (command: string): Grant => ({ command, steps: null })
/** The Bicep files grant these permissions too. */
const inShellOrTemplate = (command: string): Grant => ({
  command,
  steps: 'If you installed with deploy/azure, deploy it again instead (docs/azure-setup.md).',
})

const assign = ({ principalId }: InstallationIds, role: string, scope: string) =>
  `az role assignment create --assignee-object-id ${quote(principalId)} --assignee-principal-type ServicePrincipal --role ${quote(role)} --scope ${quote(scope)}`

/** `az role definition update` replaces the role, so the command adds the action to the role's current actions. */
function extend(role: string, scope: string, kind: 'actions' | 'dataActions', names: readonly string[]): string {
  const added = names.map((name) => `'${name}'`).join(',')
  const listOf = (each: string) => `${each}:${each === kind ? `[permissions[0].${each},[${added}]][]` : `permissions[0].${each}`}`
  const query = `[0].{id:id,name:name,roleName:roleName,description:description,assignableScopes:assignableScopes,${['actions', 'notActions', 'dataActions', 'notDataActions'].map(listOf).join(',')}}`
  return `az role definition update --role-definition "$(az role definition list --name ${quote(role)} --scope ${quote(scope)} --query "${query}" --output json)"`
}

function create(role: string, place: InstallationIds, kind: 'Actions' | 'DataActions', names: readonly string[]): string {
  const definition = { Name: role, Description: `Permissions of Slipway`, AssignableScopes: [place.rootScope], [kind]: names }
  return `az role definition create --role-definition ${quote(JSON.stringify(definition))}`
}

const azureActions = () => requirementNames('Azure').filter((name) => name.includes('/'))

export function azureRoleCommands(place: InstallationIds): string {
  return `${create(roleName, place, 'Actions', azureActions())}\n${assign(place, roleName, place.rootScope)}`
}

export function vaultRoleCommands(place: InstallationIds): string {
  return `${create(secretsRoleName, place, 'DataActions', requirementNames('Key Vault'))}\n${assign(place, secretsRoleName, place.vaultId)}`
}

function azureGrant({ name }: Requirement, place: InstallationIds): Grant {
  if (!name.includes('/')) return billingGrant(place)
  return inShellOrTemplate(
    place.roleName === undefined ? azureRoleCommands(place) : extend(place.roleName, place.rootScope, 'actions', [name]),
  )
}

/**
 * Enterprise Agreements have an API for role assignments of service principals; for a Customer Agreement, roles are assigned in the portal.
 */
function billingGrant({ armEndpoint, billingScope, principalId, tenantId }: InstallationIds): Grant {
  if (agreementOf(billingScope) === 'customerAgreement')
    return {
      command: null,
      steps: `In the Azure portal, open Cost Management + Billing > the invoice section of SLIPWAY_BILLING_SCOPE > Access control (IAM) > Add, and give the service principal ${principalId} the role “Azure subscription creator”.`,
    }
  const url = `${armEndpoint}${billingScope}/billingRoleAssignments/${deterministicGuid(billingScope, principalId)}?api-version=2019-10-01-preview`
  const roleDefinitionId = `${billingScope}/billingRoleDefinitions/${subscriptionCreatorRole}`
  const body = JSON.stringify({ properties: { principalId, principalTenantId: tenantId, roleDefinitionId } })
  return inThisShell(`az rest --method put --url ${quote(url)} --body ${quote(body)}`)
}

/** Source: https://learn.microsoft.com/graph/api/serviceprincipal-post-approleassignments */
function graphGrant({ name }: Requirement, { graphEndpoint, principalId }: InstallationIds): Grant {
  const url = `${graphEndpoint}/v1.0/servicePrincipals/${principalId}/appRoleAssignments`
  const ids = `\\"principalId\\":\\"${principalId}\\",\\"appRoleId\\":\\"${graphRoleIds[name]}\\"`
  return inShellOrTemplate(
    `az rest --method post --url ${quote(url)} --body "{${ids},\\"resourceId\\":\\"$(az ad sp show --id ${graphAppId} --query id --output tsv)\\"}"`,
  )
}

const keyVaultGrant = ({ name }: Requirement, { rootScope }: InstallationIds): Grant =>
  inThisShell(extend(secretsRoleName, rootScope, 'dataActions', [name]))

const grants: Record<RequirementService, (requirement: Requirement, place: InstallationIds) => Grant> = {
  Azure: azureGrant,
  'Microsoft Graph': graphGrant,
  'Key Vault': keyVaultGrant,
  GitHub: githubGrant,
  'Azure DevOps': azureDevOpsGrant,
  ServiceNow: servicenowGrant,
  'Argo CD': argocdGrant,
  'The store directory': storesGrant,
}

export const grantOf = (requirement: Requirement, place: InstallationIds): Grant => grants[requirement.service](requirement, place)
