import type { ArgocdApplication, ArgocdProject, ArgocdRepository } from './argocdShapes.ts'

export type LiveApp = ReturnType<typeof presentApp>

const truncateText = (text: string | undefined): string | null => (text ? text.slice(0, 1_000) : null)

export function presentApp({ metadata, spec, status }: ArgocdApplication, project: ArgocdProject) {
  const { source, destination } = spec
  const { sync, health, operationState, conditions, summary } = status ?? {}
  return {
    sync: sync?.status || 'Unknown',
    health: health?.status || 'Unknown',
    healthMessage: truncateText(health?.message),
    revision: truncateText(sync?.revision),
    source: source
      ? {
          repository: source.repoURL,
          path: source.path ?? null,
          chart: source.chart ?? null,
          targetRevision: source.targetRevision ?? null,
        }
      : null,
    destination: { cluster: destination.name ?? nameOf(project, destination.server) ?? null, namespace: destination.namespace ?? null },
    operation: operationState?.phase
      ? {
          phase: operationState.phase,
          message: truncateText(operationState.message),
          startedAt: operationState.startedAt ?? null,
          finishedAt: operationState.finishedAt ?? null,
        }
      : null,
    images: (summary?.images ?? []).slice(0, 20),
    problems: (conditions ?? [])
      .filter(({ type }) => /error|warning/i.test(type ?? ''))
      .flatMap(({ message }) => truncateText(message) ?? [])
      .slice(0, 10),
    removing: metadata.deletionTimestamp !== undefined,
  }
}

function nameOf({ spec }: ArgocdProject, server: string | undefined): string | undefined {
  return (spec.destinations ?? []).find((rule) => rule.server === server && rule.name)?.name ?? server
}

export function presentRepository({ repo, type, name, connectionState }: ArgocdRepository) {
  return {
    repository: repo,
    type: type || 'git',
    name: name || null,
    status: connectionState?.status || 'Unknown',
    message: truncateText(connectionState?.message),
    checkedAt: connectionState?.attemptedAt ?? null,
  }
}
