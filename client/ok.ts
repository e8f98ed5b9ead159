import { ApiError } from './errors.ts'

type Success = 200 | 201 | 202 | 204

/**
 * Returns the body of a successful response. A declared error response (401, 404, 503 …) becomes the same `ApiError` as an undeclared one.
 */
export function ok<A extends { status: number; body: unknown; headers: Headers }>(response: A): Extract<A, { status: Success }>['body'] {
  if (response.status >= 300) throw new ApiError(response.status, response.headers, response.body)
  return response.body as Extract<A, { status: Success }>['body']
}
