import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { ArgocdError, invalid, permissionDenied } from './argocdError.ts'
import { seconds, sha } from './companyProjects.ts'
import { isGranted, requireGranted } from './permissions.ts'
import { isFinished, presentApplication } from './presentApplication.ts'
import { validateSpec } from './projectRules.ts'
import type { ArgocdStore } from './store.ts'
import type { ApplicationSpec, Info, StoredApplication, Sync } from './wireTypes.ts'

type Query = { Querystring: Record<string, string | string[] | undefined> }
type NamedRoute = Query & { Params: { name: string } }
interface SyncRequest {
  project?: string
  revision?: string
  prune?: boolean
  infos?: Info[]
}

const toArray = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat())

export function registerApplications(app: FastifyInstance, sim: Simulator, store: ArgocdStore): void {
  const now = () => sim.clock.now()
  const presentItem = (application: StoredApplication) => presentApplication(application, now())

  /** Argo CD reports a missing application only to callers that name the project. Otherwise the response would reveal which names exist. */
  function find(name: string, project: string | undefined): StoredApplication {
    const application = store.application(name)
    const visibleApplication = application && (!project || application.spec.project === project) ? application : undefined
    if (visibleApplication) return visibleApplication
    if (!project) throw permissionDenied()
    throw new ArgocdError(5, `applications.argoproj.io "${name}" not found`)
  }

  app.get<Query>('/applications', ({ query }) => {
    if (!isGranted(sim, 'applications', 'get')) return { metadata: { resourceVersion: '1' }, items: [] }
    const requestedProjects = [...toArray(query.projects), ...toArray(query.project)]
    return { metadata: { resourceVersion: '1' }, items: store.applicationsOf(requestedProjects).map(presentItem) }
  })

  app.get<NamedRoute>('/applications/:name', ({ params, query }) => {
    const project = toArray(query.project)[0]
    requireGranted(sim, 'applications', 'get', `${project}/${params.name}`)
    return presentItem(find(params.name, project))
  })

  app.post<Query & { Body: { metadata?: { name?: string }; spec?: ApplicationSpec } }>('/applications', ({ body, query }) => {
    const { metadata, spec } = body
    if (!metadata?.name || !spec?.project) throw invalid('invalid application: metadata.name and spec.project are required')
    requireGranted(sim, 'applications', 'create', `${spec.project}/${metadata.name}`)
    const existingApplication = store.application(metadata.name)
    if (existingApplication) {
      if (JSON.stringify(existingApplication.spec) === JSON.stringify(spec)) return presentItem(existingApplication)
      if (query.upsert !== 'true') throw invalid('existing application spec is different, use upsert flag to force update')
    }
    if (query.validate !== 'false') validateSpec(store, metadata.name, spec)
    const created = existingApplication ?? { name: metadata.name, uid: randomUUID(), createdAt: seconds(now().getTime()), syncs: [] }
    store.putApplication({ ...created, spec })
    return presentItem({ ...created, spec })
  })

  app.put<NamedRoute & { Body: ApplicationSpec }>('/applications/:name/spec', ({ params, query, body }) => {
    const application = find(params.name, toArray(query.project)[0])
    requireGranted(sim, 'applications', 'update', `${application.spec.project}/${params.name}`)
    if (query.validate !== 'false') validateSpec(store, params.name, body)
    store.putApplication({ ...application, spec: body })
    return body
  })

  app.post<NamedRoute & { Body: SyncRequest }>('/applications/:name/sync', (request) => {
    const { params, body } = request
    const application = find(params.name, body.project)
    requireGranted(sim, 'applications', 'sync', `${application.spec.project}/${params.name}`)
    const lastSync = application.syncs.at(-1)
    if (application.deletedAt) throw new ArgocdError(9, 'application is deleting')
    if (lastSync && !isFinished(lastSync, now())) throw new ArgocdError(9, 'another operation is already in progress')
    const { drifted: _, ...remaining } = application
    const synced = { ...remaining, syncs: [...application.syncs.slice(-12), startSync(request, application, body)] }
    store.putApplication(synced)
    return presentItem(synced)
  })

  function startSync({ asyncOutcome }: FastifyRequest, { spec }: StoredApplication, { revision, prune, infos }: SyncRequest): Sync {
    const start = now().getTime()
    const requestedRevision = revision || spec.source?.targetRevision || 'HEAD'
    const isStuck = asyncOutcome.kind === 'stuck'
    const isDegraded = asyncOutcome.kind === 'fail' && asyncOutcome.code === 'Degraded'
    return {
      id: randomUUID(),
      startedAt: seconds(start),
      endsAt: isStuck ? null : new Date(start + sim.asyncDelayMs).toISOString(),
      healthyAt: isStuck ? null : new Date(start + 2 * sim.asyncDelayMs).toISOString(),
      revision: /^[0-9a-f]{40}$/.test(requestedRevision) ? requestedRevision : sha(requestedRevision),
      prune: prune ?? false,
      infos: infos ?? [],
      username: 'slipway',
      source: spec.source!,
      ...(asyncOutcome.kind === 'fail' ? (isDegraded ? { degraded: asyncOutcome.message } : { failure: asyncOutcome.message }) : {}),
    }
  }

  app.delete<NamedRoute>('/applications/:name', ({ params, query, asyncOutcome }) => {
    const application = find(params.name, toArray(query.project)[0])
    requireGranted(sim, 'applications', 'delete', `${application.spec.project}/${params.name}`)
    if (query.cascade === 'false') {
      store.dropApplication(params.name)
      return {}
    }
    const start = now().getTime()
    const deletedAt = asyncOutcome.kind === 'stuck' ? null : new Date(start + sim.asyncDelayMs).toISOString()
    if (!application.deletedAt) store.putApplication({ ...application, deletedAt: seconds(start), goneAt: deletedAt })
    return {}
  })
}
