import type { Verdict } from '../../../auth/access.ts'
import type { ArgocdDestination, ArgocdProject } from '../../../clients/argocd/argocdShapes.ts'
import { normalAddress } from './repositoryAddress.ts'

export function allowsSource({ metadata, spec }: ArgocdProject, repository: string): Verdict {
  const address = normalAddress(repository)
  const rules = (spec.sourceRepos ?? []).map((rule) => ({ deny: rule.startsWith('!'), pattern: rule.replace(/^!/, '') }))
  const matchesAddress = (pattern: string) => pattern === '*' || matches(normalAddress(pattern), address, '/')
  const isDeniedByRule = rules.some(({ deny, pattern }) => deny && (isUnreadable(pattern) || matchesAddress(pattern)))
  if (!isDeniedByRule && rules.some(({ deny, pattern }) => !deny && matchesAddress(pattern))) return true
  return `The project ${metadata.name} in Argo CD doesn’t allow applications from ${repository}. Ask the platform team to add it to sourceRepos.`
}

/** Returns whether the project allows this namespace of this cluster. Rules that don't restrict the cluster are ignored. */
export function allowsDestination({ metadata, spec }: ArgocdProject, { server, name, namespace = '' }: ArgocdDestination): Verdict {
  const rules = spec.destinations ?? []
  const matchesCluster = (rule: string | undefined, clusterName: string | undefined) =>
    rule !== undefined && clusterName !== undefined && !/^\*+$/.test(rule) && matches(rule, clusterName)
  const isDenied = rules.some((rule) => {
    const [allowedCluster = '', at = ''] = [rule.server ?? rule.name, server ?? name]
    if (rule.namespace?.startsWith('!')) return matches(rule.namespace.slice(1), namespace)
    return allowedCluster.startsWith('!') && matches(allowedCluster.slice(1), at)
  })
  const isAllowed = rules.some(
    (rule) =>
      (matchesCluster(rule.server, server) || matchesCluster(rule.name, name)) &&
      rule.namespace !== undefined &&
      matches(rule.namespace, namespace),
  )
  if (isAllowed && !isDenied) return true
  return `The project ${metadata.name} in Argo CD doesn’t allow the namespace ${namespace} of ${server ?? name ?? 'no cluster'}. Ask the platform team to add it to the destinations.`
}

/** Only stars are supported in patterns. Any other pattern allows nothing and denies everything, so that it never allows too much. */
const isUnreadable = (pattern: string): boolean => /[[\]{}?\\]/.test(pattern)

/** Matches patterns like Argo CD: one star doesn't match `separator`, two stars do. */
function matches(pattern: string, text: string, separator = ''): boolean {
  if (isUnreadable(pattern)) return false
  const wildcard = separator ? `[^${separator}]*` : '.*'
  const source = pattern
    .split('**')
    .map((segment) =>
      segment
        .split('*')
        .map((patternPiece) => patternPiece.replace(/[.+^$()|]/g, '\\$&'))
        .join(wildcard),
    )
    .join('.*')
  return new RegExp(`^${source}$`, 's').test(text)
}
