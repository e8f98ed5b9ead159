import { isKeyOf } from '../../isKeyOf.ts'
import type { Grant, InstallationIds } from './grant.ts'
import type { AzureDevOpsName, GithubName } from './methodNames.ts'
import type { Requirement } from './requirement.ts'
import { requirementNames } from './requirements.ts'
import { shellQuote as quote } from './shellQuote.ts'

const githubLabels: Record<GithubName, string> = {
  'contents=write': 'Contents: Read and write',
  'pull_requests=write': 'Pull requests: Read and write',
  'statuses=read': 'Commit statuses: Read-only',
  'checks=read': 'Checks: Read-only',
}

/** Source: docs.github.com, “Choosing permissions for a GitHub App” and “Approving updated permissions for a GitHub App”. */
export function githubGrant({ name }: Requirement, { repository }: InstallationIds): Grant {
  const label = isKeyOf(githubLabels, name) ? githubLabels[name] : name
  return {
    command: null,
    steps: `For a GitHub App: open its settings > Permissions & events > Repository permissions, set “${label}”, then accept the new permission in the installation at ${repository}. For a token: set “${label}” for ${repository} under Developer settings > Fine-grained tokens.`,
  }
}

const azureDevOpsLabels: Record<AzureDevOpsName, string> = {
  GenericRead: 'Read',
  GenericContribute: 'Contribute',
  CreateBranch: 'Create branch',
  PullRequestContribute: 'Contribute to pull requests',
}

/** Source: https://learn.microsoft.com/azure/devops/repos/git/set-git-repository-permissions */
export function azureDevOpsGrant({ name }: Requirement, { repository }: InstallationIds): Grant {
  const label = isKeyOf(azureDevOpsLabels, name) ? azureDevOpsLabels[name] : undefined
  return {
    command: null,
    steps: label
      ? `Open Project settings > Repositories > ${repository} > Security, select Slipway’s user or service principal, and set “${label}” to Allow.`
      : 'Open User settings > Personal access tokens as Slipway’s user, and give the token the scope “Code (Read & write)”.',
  }
}

export function servicenowGrant({ name }: Requirement, { servicenowUser }: InstallationIds): Grant {
  return { command: null, steps: `Open User Administration > Users > ${servicenowUser} > Roles > Edit, and add ${name}.` }
}

/** Argo CD combines all keys `policy.<name>.csv`: https://argo-cd.readthedocs.io/en/stable/operator-manual/rbac/#policy-csv-composition */
export function argocdGrant(): Grant {
  const lines = requirementNames('Argo CD').map((name) => {
    const [resource, action] = name.split('/')
    return `p, slipway, ${resource}, ${action}, ${resource === 'projects' ? '*' : '*/*'}, allow\n`
  })
  const patch = JSON.stringify({ data: { 'policy.slipway.csv': lines.join('') } })
  return {
    command: `kubectl -n argocd patch configmap argocd-rbac-cm --type merge -p ${quote(patch)}`,
    steps: 'If the Argo CD user of SLIPWAY_ARGOCD_TOKEN isn’t named slipway, replace the name.',
  }
}

export function storesGrant(): Grant {
  return {
    command: null,
    steps: 'Ask the team of the store directory for a token that can read stores, and set it as SLIPWAY_STORES_TOKEN.',
  }
}
