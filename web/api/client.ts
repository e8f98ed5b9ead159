import { type Answer, createClient } from '../../client/client.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'

/** The typed client on this origin; the session cookie speaks for the person. */
export const api = createClient<Operations>({ host: location.origin, routes })

export type OperationId = keyof Operations
/** What an operation is given: `{ params, query, body, headers }`. */
export type CallInput<Id extends OperationId> = NonNullable<Parameters<(typeof api)[Id]>[0]>
/** The body of its good answer. */
export type CallResult<Id extends OperationId> = Extract<Answer<Operations[Id]>, { status: 200 | 201 | 202 | 204 }>['body']
