import { ApiError } from './errors.ts'

type Success = 200 | 201 | 202 | 204

/** The body of a good answer; a declared refusal (401, 404, 503 …) becomes the same `ApiError` as an undeclared one. */
export function ok<A extends { status: number; body: unknown; headers: Headers }>(answer: A): Extract<A, { status: Success }>['body'] {
  if (answer.status >= 300) throw new ApiError(answer.status, answer.headers, answer.body)
  return answer.body as Extract<A, { status: Success }>['body']
}
