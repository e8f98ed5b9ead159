import { type ClientResponse, createClient } from '../../client/client.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'

declare global {
  /** The first call of `getMe`, which public/start.js makes while the scripts load. */
  var firstSession: Promise<Response> | undefined
}

const fetchWithFirstSession: typeof fetch = (input, init) => {
  const first = globalThis.firstSession
  if (!first || input !== `${location.origin}${routes.getMe.path}`) return fetch(input, init)
  globalThis.firstSession = undefined
  return first
}

export const api = createClient<Operations>({ host: location.origin, routes, fetch: fetchWithFirstSession })

export type OperationId = keyof Operations
export type CallInput<Id extends OperationId> = NonNullable<Parameters<(typeof api)[Id]>[0]>
export type CallResult<Id extends OperationId> = Extract<ClientResponse<Operations[Id]>, { status: 200 | 201 | 202 | 204 }>['body']
