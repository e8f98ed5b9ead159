import type { FastifyInstance } from 'fastify'
import { deployWorkload, type Workload } from '../arm/deployWorkload.ts'
import { type ConsistencyPatch, changeConsistency } from './consistency.ts'
import { findPerson, listPeople, type PersonPatch, patchPerson } from './directory.ts'
import type { FaultRule } from './faults.ts'
import type { PermissionRef } from './permissions.ts'
import type { CostResourceType, Simulator } from './simulator.ts'

interface SettingsPatch {
  consistencyMs?: number
  asyncDelayMs?: number
  costResourceType?: CostResourceType
  consistency?: ConsistencyPatch
}

/**
 * Registers the control API, with which tests and demonstrations change clock, faults, settings and state, and get tokens. It accepts
 * loopback callers only.
 */
export function registerControl(app: FastifyInstance, sim: Simulator): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^(127\.|::1$|::ffff:127\.)/.test(request.ip))
      return reply.code(403).send({ error: 'The control API accepts requests only from this machine.' })
  })

  app.get('/health', () => ({ status: 'ok', origins: sim.origins, identityBrowserOrigin: sim.identityBrowserOrigin }))

  app.get('/faults', () => sim.faults.list())
  app.post<{ Body: FaultRule }>('/faults', (request, reply) => reply.code(201).send({ id: sim.faults.add(request.body) }))
  app.delete('/faults', (_request, reply) => {
    sim.faults.clear()
    return reply.code(204).send()
  })
  app.delete<{ Params: { id: string } }>('/faults/:id', (request, reply) =>
    reply.code(sim.faults.remove(request.params.id) ? 204 : 404).send(),
  )

  app.get('/permissions/taken', () => sim.permissions.taken())
  app.post<{ Body: PermissionRef }>('/permissions/taken', (request, reply) => {
    try {
      sim.permissions.take(request.body)
    } catch (error) {
      return reply.code(404).send({ error: (error as Error).message })
    }
    return reply.code(201).send(request.body)
  })
  app.delete<{ Body: PermissionRef }>('/permissions/taken', (request, reply) => {
    sim.permissions.restoreAccess(request.body)
    return reply.code(204).send()
  })

  app.get('/clock', () => ({ now: sim.clock.now().toISOString() }))
  app.put<{ Body: { now?: string; advanceMs?: number } }>('/clock', (request, reply) => {
    const { now, advanceMs } = request.body
    if (now !== undefined && Number.isNaN(Date.parse(now))) return reply.code(400).send({ error: `Invalid time: ${now}` })
    if (now !== undefined) sim.clock.set(new Date(now))
    if (advanceMs !== undefined) sim.clock.advance(advanceMs)
    return { now: sim.clock.now().toISOString() }
  })

  app.put<{ Body: SettingsPatch }>('/settings', (request, reply) => {
    const { consistencyMs = sim.consistency.delayMs, asyncDelayMs, costResourceType, consistency = {} } = request.body
    try {
      changeConsistency(sim.consistency, { delayMs: consistencyMs, ...consistency })
    } catch (error) {
      return reply.code(400).send({ error: String(error) })
    }
    sim.asyncDelayMs = asyncDelayMs ?? sim.asyncDelayMs
    sim.costResourceType = costResourceType ?? sim.costResourceType
    const { asyncDelayMs: delayMs, costResourceType: resourceType } = sim
    return { consistencyMs: sim.consistency.delayMs, asyncDelayMs: delayMs, costResourceType: resourceType, consistency: sim.consistency }
  })

  app.post<{ Body: { oid?: string; email?: string; audience: string; expiresInSeconds?: number; claims?: Record<string, unknown> } }>(
    '/tokens',
    async (request, reply) => {
      const { email, ...options } = request.body
      const oid = options.oid ?? listPeople(sim).find((person) => person.email === email?.toLowerCase())?.id
      if (oid === undefined) return reply.code(404).send({ error: `No person has the email ${email}` })
      return { token: await sim.mintToken({ ...options, oid }) }
    },
  )

  app.post<{ Body: { scope: string; workload: Workload } }>('/deployments', (request, reply) =>
    reply.code(201).send({ ids: deployWorkload(sim, request.body.scope, request.body.workload) }),
  )

  app.get('/exchanges', () => sim.exchanges.list())
  app.get<{ Params: { collection: string } }>('/state/:collection', (request) => sim.state.collection(request.params.collection).values())

  app.get<{ Params: { id: string } }>('/people/:id', (request, reply) => findPerson(sim, request.params.id) ?? reply.code(404).send())
  app.patch<{ Params: { id: string }; Body: PersonPatch }>(
    '/people/:id',
    (request, reply) => patchPerson(sim, request.params.id, request.body) ?? reply.code(404).send({ error: 'Person not found' }),
  )
}
