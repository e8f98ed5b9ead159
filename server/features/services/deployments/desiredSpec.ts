import type { Verdict } from '../../../auth/access.ts'
import type { ApplicationSpec } from '../../../clients/argocd/argocd.ts'
import type { ArgocdApplication, ArgocdProject } from '../../../clients/argocd/argocdShapes.ts'
import type { DeploymentRequest } from '../../../db/tables.ts'
import { allowsDestination, allowsSource } from './projectRestrictions.ts'
import { addressProblem } from './repositoryAddress.ts'

export const specProblems = {
  severalSources: 'The application has several sources in Argo CD. Set `source` to the one to deploy.',
  newApplication: 'This application doesn’t exist yet. Set `source` and `destination`.',
}

/**
 * Merges the pipeline's request into the existing application. The sync policy and other settings stay unchanged.
 * @returns the new specification, or a message that says what is missing
 */
export function desiredSpec(
  project: string,
  existing: ArgocdApplication | undefined,
  { source, destination }: Pick<DeploymentRequest, 'source' | 'destination'>,
  revision: string,
): ApplicationSpec | string {
  const { source: oldSource, destination: oldDestination, ...remainingSpec } = existing?.spec ?? {}
  // If the pipeline names a source, this source replaces several sources or a source hydrator.
  const { sources, sourceHydrator, ...others } = remainingSpec as Record<string, unknown>
  if (!source && (sources !== undefined || sourceHydrator !== undefined)) return specProblems.severalSources
  const nextSource = source ? sourceOf(source) : oldSource
  const nextDestination = destination ? destinationOf(destination) : oldDestination
  if (!nextSource || !nextDestination) return specProblems.newApplication
  return { ...others, project, source: { ...nextSource, targetRevision: revision }, destination: nextDestination }
}

function sourceOf({ repository, path, chart, valueFiles, parameters }: NonNullable<DeploymentRequest['source']>) {
  const helm = { ...(valueFiles ? { valueFiles } : {}), ...(parameters ? { parameters } : {}) }
  return {
    repoURL: repository,
    ...(chart ? { chart } : { path: path ?? '.' }),
    ...(Object.keys(helm).length > 0 ? { helm } : {}),
  }
}

function destinationOf({ server, cluster, namespace }: NonNullable<DeploymentRequest['destination']>) {
  return { ...(server ? { server } : {}), ...(cluster ? { name: cluster } : {}), namespace }
}

/** Returns whether the account's project allows the specification. Argo CD checks this too, but only after the deployment has started. */
export function isConfined(project: ArgocdProject, { source, destination }: ApplicationSpec, hosts: readonly string[]): Verdict {
  const repository = source?.repoURL ?? ''
  const problem = addressProblem(repository, hosts, source?.chart !== undefined)
  if (problem) return `The repository ${repository} ${problem}`
  const from = allowsSource(project, repository)
  return from === true ? allowsDestination(project, destination) : from
}

export function isSame(a: ApplicationSpec, b: ApplicationSpec): boolean {
  return sortKeys(a) === sortKeys(b)
}

function sortKeys(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
