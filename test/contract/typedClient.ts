import { createClient, type Route } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { routes } from '../../client/routes.ts'
import { type HttpResponse, type Request, segments } from './client.ts'
import type { Operation } from './operations.ts'

const normalizeParameters = (call: string) => call.replace(/\{\w+\}/g, '{}')
const ids = new Map(Object.entries(routes).map(([id, { method, path }]) => [normalizeParameters(`${method} ${path}`), id]))

function idOf(operation: Operation): string {
  const id = ids.get(normalizeParameters(operation))
  if (!id) throw new Error(`The typed client has no method for ${operation}.`)
  return id
}

export const routeOf = (operation: Operation): Route => (routes as Record<string, Route>)[idOf(operation)]!

/** Stories choose operations at run time, so their static types don’t help. */
type Method = (input: { params: object; query: object; body: unknown }) => Promise<HttpResponse>

export async function callTyped(host: string, operation: Operation, { path, query, body, as }: Request): Promise<HttpResponse> {
  const { authorization, ...headers } = (await as?.()) ?? {}
  const getToken = async (_scopes: unknown, options: { claims?: string } = {}) => ({
    token: (await as!(options.claims)).authorization!.replace('Bearer ', ''),
    expiresOnTimestamp: Date.now() + 3_600_000,
  })
  const client = createClient({ host, routes, headers, ...(authorization ? { credential: { getToken } } : {}) })
  try {
    return await (client as Record<string, Method>)[idOf(operation)]!({ params: { ...segments, ...path }, query: query ?? {}, body })
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: error.body }
    throw error
  }
}
