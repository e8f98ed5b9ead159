import { type ClientResponse, createClient } from '../../client/client.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'

export const api = createClient<Operations>({ host: location.origin, routes })

export type OperationId = keyof Operations
export type CallInput<Id extends OperationId> = NonNullable<Parameters<(typeof api)[Id]>[0]>
export type CallResult<Id extends OperationId> = Extract<ClientResponse<Operations[Id]>, { status: 200 | 201 | 202 | 204 }>['body']
