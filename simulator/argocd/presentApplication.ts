import { argocdNamespace, seconds } from './companyProjects.ts'
import type { StoredApplication, Sync } from './wireTypes.ts'

export function presentApplication(app: StoredApplication, now: Date): object {
  const { spec, syncs } = app
  const lastSync = syncs.at(-1)
  const isRunning = lastSync !== undefined && !isFinished(lastSync, now)
  const successfulSyncs = syncs.filter((sync) => isFinished(sync, now) && sync.failure === undefined)
  const lastSuccessfulSync = successfulSyncs.at(-1)
  return {
    metadata: {
      name: app.name,
      namespace: argocdNamespace,
      uid: app.uid,
      creationTimestamp: app.createdAt,
      ...(app.deletedAt ? { deletionTimestamp: app.deletedAt, deletionGracePeriodSeconds: 0, finalizers: [finalizer] } : {}),
    },
    spec,
    ...(isRunning ? { operation: operationOf(lastSync) } : {}),
    status: {
      ...(lastSync ? { operationState: operationState(lastSync, now) } : {}),
      sync: {
        status: app.drifted || !lastSuccessfulSync || lastSync !== lastSuccessfulSync ? 'OutOfSync' : 'Synced',
        comparedTo: { source: spec.source, destination: spec.destination },
        revision: lastSync?.revision ?? '',
      },
      health: healthOf(app, lastSync, lastSuccessfulSync, now),
      history: successfulSyncs.slice(-10).map((sync, id) => ({
        id,
        revision: sync.revision,
        deployStartedAt: sync.startedAt,
        deployedAt: wholeSeconds(sync.endsAt),
        source: sync.source,
        initiatedBy: { username: sync.username },
      })),
      resources: lastSuccessfulSync ? resourcesOf(app) : [],
      summary: lastSuccessfulSync ? { images: [`ngacr.azurecr.io/${app.name}:${lastSuccessfulSync.revision.slice(0, 7)}`] } : {},
      sourceType: spec.source?.chart ? 'Helm' : 'Kustomize',
      reconciledAt: seconds(now.getTime()),
      controllerNamespace: argocdNamespace,
    },
  }
}

const finalizer = 'resources-finalizer.argocd.argoproj.io'

export const isFinished = (sync: Sync, now: Date): boolean => sync.endsAt !== null && Date.parse(sync.endsAt) <= now.getTime()

const wholeSeconds = (timestamp: string | null): string => seconds(Date.parse(timestamp ?? ''))

function healthOf(app: StoredApplication, lastSync: Sync | undefined, lastSuccessfulSync: Sync | undefined, now: Date): object {
  if (app.deletedAt) return { status: 'Progressing' }
  if (!lastSync || (!lastSuccessfulSync && isFinished(lastSync, now))) return { status: 'Missing' }
  const isStarting =
    !isFinished(lastSync, now) ||
    (lastSync === lastSuccessfulSync && (lastSync.healthyAt === null || Date.parse(lastSync.healthyAt) > now.getTime()))
  if (isStarting) return { status: 'Progressing', message: 'Waiting for rollout to finish: 1 out of 2 new replicas have been updated...' }
  return lastSuccessfulSync?.degraded ? { status: 'Degraded', message: lastSuccessfulSync.degraded } : { status: 'Healthy' }
}

function operationOf(sync: Sync): object {
  return {
    sync: { revision: sync.revision, prune: sync.prune, syncStrategy: { hook: {} } },
    initiatedBy: { username: sync.username },
    info: sync.infos,
    retry: {},
  }
}

function operationState(sync: Sync, now: Date): object {
  const over = isFinished(sync, now)
  const phase = !over ? 'Running' : sync.failure ? 'Failed' : 'Succeeded'
  const message = !over ? 'waiting for healthy state of apps/Deployment' : (sync.failure ?? 'successfully synced (all tasks run)')
  return {
    operation: operationOf(sync),
    phase,
    message,
    startedAt: sync.startedAt,
    ...(over ? { finishedAt: wholeSeconds(sync.endsAt) } : {}),
    syncResult: {
      revision: sync.revision,
      source: sync.source,
      ...(sync.failure && over
        ? {
            resources: [
              {
                group: 'batch',
                version: 'v1',
                kind: 'Job',
                namespace: 'default',
                name: 'migrate',
                status: 'SyncFailed',
                message: sync.failure,
              },
            ],
          }
        : {}),
    },
  }
}

function resourcesOf({ name, spec, drifted }: StoredApplication): object[] {
  const namespace = spec.destination.namespace ?? 'default'
  const status = drifted ? 'OutOfSync' : 'Synced'
  const health = { status: 'Healthy' }
  return [
    { version: 'v1', kind: 'Service', namespace, name, status: 'Synced', health },
    { group: 'apps', version: 'v1', kind: 'Deployment', namespace, name, status, health },
    { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress', namespace, name, status: 'Synced', health },
  ]
}
