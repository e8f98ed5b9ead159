import type { Verdict } from '../../../auth/access.ts'
import type { ArgocdDestination, ArgocdProject } from '../../../clients/argocd/argocdShapes.ts'
import { normalAddress } from './repositoryAddress.ts'

export function allowsSource({ metadata, spec }: ArgocdProject, repository: string): Verdict {
  const address = normalAddress(repository)
  const rules = (spec.sourceRepos ?? []).map((rule) => ({ deny: rule.startsWith('!'), pattern: rule.replace(/^!/, '') }))
  const fits = (pattern: string) => pattern === '*' || matches(normalAddress(pattern), address, '/')
  const denied = rules.some(({ deny, pattern }) => deny && (unreadable(pattern) || fits(pattern)))
  if (!denied && rules.some(({ deny, pattern }) => !deny && fits(pattern))) return true
  return `The project ${metadata.name} in Argo CD doesn’t allow applications from ${repository}. Ask the platform team to add it to sourceRepos.`
}

/** Whether the project allows this namespace of this cluster. Rules that don't restrict the cluster don't count. */
export function allowsDestination({ metadata, spec }: ArgocdProject, { server, name, namespace = '' }: ArgocdDestination): Verdict {
  const rules = spec.destinations ?? []
  const cluster = (rule: string | undefined, wanted: string | undefined) =>
    rule !== undefined && wanted !== undefined && !/^\*+$/.test(rule) && matches(rule, wanted)
  const isDenied = rules.some((rule) => {
    const [place = '', at = ''] = [rule.server ?? rule.name, server ?? name]
    if (rule.namespace?.startsWith('!')) return matches(rule.namespace.slice(1), namespace)
    return place.startsWith('!') && matches(place.slice(1), at)
  })
  const isAllowed = rules.some(
    (rule) =>
      (cluster(rule.server, server) || cluster(rule.name, name)) && rule.namespace !== undefined && matches(rule.namespace, namespace),
  )
  if (isAllowed && !isDenied) return true
  return `The project ${metadata.name} in Argo CD doesn’t allow the namespace ${namespace} of ${server ?? name ?? 'no cluster'}. Ask the platform team to add it to the destinations.`
}

/** Patterns with more than stars aren't supported: they allow nothing and deny everything, which is the safe side. */
const unreadable = (pattern: string): boolean => /[[\]{}?\\]/.test(pattern)

/** Matches like Argo CD: one star doesn't cross `separator`, two stars do. */
function matches(pattern: string, text: string, separator = ''): boolean {
  if (unreadable(pattern)) return false
  const within = separator ? `[^${separator}]*` : '.*'
  const source = pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((piece) => piece.replace(/[.+^$()|]/g, '\\$&'))
        .join(within),
    )
    .join('.*')
  return new RegExp(`^${source}$`, 's').test(text)
}
