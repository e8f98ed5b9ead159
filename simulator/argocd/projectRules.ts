import { ArgocdError, invalid } from './argocdError.ts'
import type { ArgocdStore } from './store.ts'
import type { ApplicationSpec, AppProject } from './wireTypes.ts'

/** @throws the error of Argo CD for an application that its project forbids or whose manifests can't be generated */
export function validateSpec(store: ArgocdStore, name: string, spec: ApplicationSpec): void {
  const project = store.project(spec.project)
  if (!project) throw invalid(`application references project ${spec.project} which does not exist`)
  const problems = [...sourceProblems(project, spec), ...destinationProblems(project, spec)]
  if (problems.length > 0)
    throw invalid(`application spec for ${name} is invalid: ${problems.map((each) => `InvalidSpecError: ${each}`).join(';')}`)
  if (spec.source?.path?.includes('missing'))
    throw invalid(
      `application spec for ${name} is invalid: InvalidSpecError: Unable to generate manifests in ${spec.source.path}: rpc error: code = Unknown desc = ${spec.source.path}: app path does not exist`,
    )
}

function sourceProblems({ metadata, spec: { sourceRepos } }: AppProject, { source }: ApplicationSpec): string[] {
  if (!source) return ['spec.source is required']
  const isAllowed = sourceRepos.some((pattern) => matches(normalizeUrl(pattern), normalizeUrl(source.repoURL), '[^/]*'))
  return isAllowed ? [] : [`application repo ${source.repoURL} is not permitted in project '${metadata.name}'`]
}

function destinationProblems({ metadata, spec }: AppProject, { destination }: ApplicationSpec): string[] {
  const { server, name, namespace = '' } = destination
  if (server && name) return [`application destination can't have both name and server defined: ${name} ${server}`]
  const isAllowed = spec.destinations.some(
    (rule) =>
      ((server !== undefined && matches(rule.server ?? '', server)) || (name !== undefined && matches(rule.name ?? '', name))) &&
      matches(rule.namespace ?? '', namespace),
  )
  if (isAllowed) return []
  return [
    `application destination server '${server ?? name}' and namespace '${namespace}' do not match any of the allowed destinations in project '${metadata.name}'`,
  ]
}

const normalizeUrl = (url: string) => url.toLowerCase().replace(/\.git$/, '')

function matches(pattern: string, text: string, star = '.*'): boolean {
  const source = pattern.split('*').map((chunk) => chunk.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${source.join(star)}$`).test(text)
}

/**
 * Returns the error that Argo CD reports for a repository; undefined if it can connect. Only Northgate's GitHub organisation and its charts
 * exist here.
 */
export function repositoryFailure(repo: string, hasCredentials: boolean, enableOCI = false): string | undefined {
  const isRegistry = repo.startsWith('registry.northgate.example/')
  if (isRegistry && !enableOCI) return `error testing repository connectivity: Get "${repo}/index.yaml": unsupported protocol scheme ""`
  const knownRepositoryPattern =
    /^(https:\/\/github\.com\/|git@github\.com:|ssh:\/\/git@github\.com\/)northgate\/[\w.-]+$|^https:\/\/charts\.northgate\.example\//
  if (!isRegistry && !knownRepositoryPattern.test(repo)) return 'error testing repository connectivity: repository not found'
  if (/private/.test(repo) && !hasCredentials) return 'error testing repository connectivity: authentication required'
  return undefined
}

export const unreachable = (failure: string) => new ArgocdError(2, `rpc error: code = Unknown desc = ${failure}`)
