import type { Verdict } from '../../../auth/access.ts'
import type { ArgocdDestination, ArgocdProject } from '../../../clients/argocd/argocdShapes.ts'
import { normalAddress } from './repositoryAddress.ts'

/** Whether the project lets applications come from this repository. */
export function mayComeFrom({ metadata, spec }: ArgocdProject, repository: string): Verdict {
  const address = normalAddress(repository)
  const rules = (spec.sourceRepos ?? []).map((rule) => ({ deny: rule.startsWith('!'), pattern: rule.replace(/^!/, '') }))
  const fits = (pattern: string) => pattern === '*' || matches(normalAddress(pattern), address, '/')
  const denied = rules.some(({ deny, pattern }) => deny && (unreadable(pattern) || fits(pattern)))
  if (!denied && rules.some(({ deny, pattern }) => !deny && fits(pattern))) return true
  return `The project ${metadata.name} in Argo CD doesn’t allow applications from ${repository}. Ask the platform team to add it to sourceRepos.`
}

/** Whether the project lets applications go to this namespace of this cluster. A rule that names no cluster at all does not count. */
export function mayGoTo({ metadata, spec }: ArgocdProject, { server, name, namespace = '' }: ArgocdDestination): Verdict {
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

/** Patterns with more than stars are left to Argo CD: here they match nothing, and deny everything. */
const unreadable = (pattern: string): boolean => /[[\]{}?\\]/.test(pattern)

/** As Argo CD’s patterns: a star does not cross `separator`, two do. */
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
