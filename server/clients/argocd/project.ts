import type { Config } from '../../config.ts'
import type { Argocd } from './argocd.ts'
import type { ArgocdProject } from './argocdShapes.ts'

const ownerLabel = 'slipway/subscription'

export const projectProblems = {
  none: (name: string) => `Argo CD has no project ${name} for this account yet. Ask the platform team to create it.`,
  noOwner: (name: string, subscriptionId: string) =>
    `The project ${name} in Argo CD has no owner label. Ask the platform team to label it ${ownerLabel}: ${subscriptionId}.`,
  otherOwner: (name: string) =>
    `The project ${name} in Argo CD belongs to another account. Ask the platform team to correct the project’s owner label.`,
}

/** Checks the owner of the project by the project's label, because project names can change and be reused. */
export function checkProjectOwner({ metadata }: ArgocdProject, subscriptionId: string): true | string {
  const owner = metadata.labels?.[ownerLabel]
  if (owner?.toLowerCase() === subscriptionId.toLowerCase()) return true
  return owner === undefined ? projectProblems.noOwner(metadata.name, subscriptionId) : projectProblems.otherOwner(metadata.name)
}

function projectName({ deployments }: Pick<Config, 'deployments'>, account: { name: string; subscriptionId: string | null }): string {
  const accountNameText = account.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return deployments.project.replace('{account}', accountNameText).replace('{subscription}', account.subscriptionId?.toLowerCase() ?? '')
}

export async function findProject(
  argocd: Argocd,
  config: Pick<Config, 'deployments'>,
  account: { name: string; subscriptionId: string | null },
): Promise<{ name: string; project: ArgocdProject; problem?: never } | { name: string; project?: never; problem: string }> {
  const name = projectName(config, account)
  const project = await argocd.getProject(name)
  if (!project) return { name, problem: projectProblems.none(name) }
  const verdict = checkProjectOwner(project, account.subscriptionId ?? '')
  return verdict === true ? { name, project } : { name, problem: verdict }
}
