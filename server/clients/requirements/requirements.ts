import { azureRows } from './azure.ts'
import { azurePowerRows } from './azurePower.ts'
import { type Requirement, type RequirementService, requirementsOf } from './requirement.ts'
import {
  argocdRows,
  azureDevOpsRows,
  azureDevOpsTokenRows,
  billingRows,
  githubRows,
  graphRows,
  keyVaultRows,
  servicenowRows,
  storeRows,
} from './services.ts'

/**
 * All permissions that Slipway's identities need in other services. `slipway doctor`, the cockpit, the docs page, the sample and the simulator
 * are derived from this list.
 */
export const requirements: readonly Requirement[] = [
  ...requirementsOf('Azure', 'Root management group', [...azureRows, ...azurePowerRows]),
  ...requirementsOf('Azure', 'Billing scope (enrollment account or invoice section)', billingRows),
  ...requirementsOf('Key Vault', 'Each vault whose secrets are set through Slipway', keyVaultRows),
  ...requirementsOf('GitHub', 'The platform’s repository', githubRows),
  ...requirementsOf('Azure DevOps', 'The platform’s repository (instead of GitHub)', azureDevOpsRows),
  ...requirementsOf('Azure DevOps', 'The personal access token, if configured', azureDevOpsTokenRows),
  ...requirementsOf('ServiceNow', 'The integration user', servicenowRows),
  ...requirementsOf('Microsoft Graph', 'Application permissions in the whole tenant', graphRows),
  ...requirementsOf('Argo CD', 'Slipway’s user, if deployments are used', argocdRows),
  ...requirementsOf('The store directory', 'The bearer token, if the store directory is used', storeRows),
]

export const requirementNames = (service: RequirementService): string[] =>
  requirements.filter((requirement) => requirement.service === service).map(({ name }) => name)
