import { type ClientResponse, createClient } from '../../client/client.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'

declare global {
  interface Window {
    /** The first call of `getMe`, which public/start.js makes while the scripts load. */
    firstSession?: Promise<Response>
  }
}

const fetchWithFirstSession: typeof fetch = (input, init) => {
  const first = window.firstSession
  if (!first || input !== `${location.origin}${routes.getMe.path}`) return fetch(input, init)
  delete window.firstSession
  return first
}

export const api = createClient<Operations>({ host: location.origin, routes, fetch: fetchWithFirstSession })

export type OperationId = keyof Operations
export type CallInput<Id extends OperationId> = NonNullable<Parameters<(typeof api)[Id]>[0]>
export type CallResult<Id extends OperationId> = Extract<ClientResponse<Operations[Id]>, { status: 200 | 201 | 202 | 204 }>['body']
