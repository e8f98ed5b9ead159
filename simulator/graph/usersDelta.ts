import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { listPeople } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { userResource } from './directoryObjects.ts'
import { badRequest, GraphError } from './graphError.ts'
import { unknownProperty } from './odataFilter.ts'
import { userType } from './resourceTypes.ts'

const pageSize = 200

/** A delta query is stored, so that its pages and the next query agree on what was read. */
interface Round {
  select: string[]
  ids: string[]
  /** User properties at the start of the round, as JSON by ID; only of users who differ from the sample company. */
  changed: Record<string, string>
}

interface Route {
  Querystring: { $select?: string; $skiptoken?: string; $deltatoken?: string }
  Params: { '*': string }
}

/** The first round returns everyone; later ones return users who changed since the round of the delta link. */
export function registerUsersDelta(app: FastifyInstance, sim: Simulator): void {
  const tokens = sim.state.collection<Round>('graph.deltaRounds')
  const origin = new Map(sim.company.people.map((person) => [person.id, person]))
  const sampleSnapshot = (id: string, select: string[]) => {
    const person = origin.get(id)
    return person && serializeProperties(userResource(person), select)
  }

  const currentSnapshots = (select: string[]): Record<string, string> => {
    const snapshots = listPeople(sim).map((person) => [person.id, serializeProperties(userResource(person), select)] as const)
    return Object.fromEntries(snapshots.filter(([id, now]) => now !== sampleSnapshot(id, select)))
  }
  const findRound = (id: string): Round => {
    const token = tokens.get(id)
    if (!token) throw new GraphError(410, 'syncStateNotFound', 'The sync state generation is not found; start again without a token.')
    return token
  }
  const startSession = (token: Round): string => {
    const id = randomUUID()
    tokens.set(id, token)
    return id
  }
  /** Returns the next round after `id`. It is the same round when nothing changed, so that polling stores nothing. */
  const follow = (id: string): string => {
    const lastRound = findRound(id)
    const updated = currentSnapshots(lastRound.select)
    const recipients = new Set([...Object.keys(lastRound.changed), ...Object.keys(updated)])
    const ids = [...recipients].filter((person) => lastRound.changed[person] !== updated[person])
    return ids.length === 0 && lastRound.ids.length === 0 ? id : startSession({ select: lastRound.select, ids, changed: updated })
  }
  const page = (roundId: string, offset: number): object => {
    const { select, ids, changed: updated } = findRound(roundId)
    const end = offset + pageSize
    const link = (token: string) => `${sim.origins.graph}/v1.0/users/delta?${token}`
    return {
      '@odata.context': `${sim.origins.graph}/v1.0/$metadata#users(${select.join(',')})`,
      ...(end < ids.length
        ? { '@odata.nextLink': link(`$skiptoken=${roundId}.${end}`) }
        : { '@odata.deltaLink': link(`$deltatoken=${roundId}`) }),
      value: ids.slice(offset, end).map((id) => JSON.parse(updated[id] ?? sampleSnapshot(id, select)!)),
    }
  }

  const changes = ({ $select, $skiptoken, $deltatoken }: { $select?: string; $skiptoken?: string; $deltatoken?: string }): object => {
    if ($skiptoken !== undefined) {
      const [, token, offset] = /^([\w-]+)\.(\d+)$/.exec($skiptoken) ?? []
      if (token === undefined) throw badRequest('Badly formed token.')
      return page(token, Number(offset))
    }
    if ($deltatoken !== undefined && $deltatoken !== 'latest') return page(follow($deltatoken), 0)
    const select = selected($select)
    return page(
      startSession({ select, ids: $deltatoken === 'latest' ? [] : listPeople(sim).map(({ id }) => id), changed: currentSnapshots(select) }),
      0,
    )
  }
  app.get<Route>('/v1.0/users/delta', ({ query }) => changes(query))
  // Clients generated from the metadata write functions with parentheses. The router treats `(` as its own syntax, so the rest is parsed
  // here.
  app.get<Route>('/v1.0/users/delta(*', ({ query, params }) => {
    if (params['*'] !== ')') throw new GraphError(400, 'BadRequest', 'Invalid key segment.')
    return changes(query)
  })
}

function selected(text: string | undefined): string[] {
  const names = text?.split(',') ?? userType.defaults
  const unselectableName = names.find((name) => !userType.properties.includes(name))
  if (unselectableName !== undefined) throw unknownProperty(unselectableName, userType)
  return [...new Set([...names, 'id'])]
}

function serializeProperties(resource: Record<string, unknown>, select: string[]): string {
  return JSON.stringify(Object.fromEntries(select.map((name) => [name, resource[name] ?? null])))
}
