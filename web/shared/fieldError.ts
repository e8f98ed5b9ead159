import type { ProblemText } from '../api/problem.ts'

/** Returns the server's error for a field or for a part of it, such as `ownerIds.1`. */
export function fieldError(problem: ProblemText | undefined, name: string): string | undefined {
  const messages = problem?.fields.filter((field) => field.name === name || field.name.startsWith(`${name}.`)).map(({ message }) => message)
  return messages && messages.length > 0 ? [...new Set(messages)].join(' ') : undefined
}
