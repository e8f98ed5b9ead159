import { type Answer, createClient } from '../../client/client.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'

/** The typed client for this origin. The session cookie authenticates each call. */
export const api = createClient<Operations>({ host: location.origin, routes })

export type OperationId = keyof Operations
/** The input of an operation: `{ params, query, body, headers }`. */
export type CallInput<Id extends OperationId> = NonNullable<Parameters<(typeof api)[Id]>[0]>
/** The body of a successful response. */
export type CallResult<Id extends OperationId> = Extract<Answer<Operations[Id]>, { status: 200 | 201 | 202 | 204 }>['body']
