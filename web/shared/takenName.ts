import type { ProblemWords } from '../api/problem.ts'

/** A name that is taken, put at the field it is about: the server says which only in its words. */
export function takenName(problem: ProblemWords): ProblemWords {
  if (problem.code !== 'nameTaken' || problem.fields.length > 0) return problem
  const name = /\bcode\b/.test(problem.message) ? 'code' : 'name'
  return { ...problem, fields: [{ name, message: problem.message }] }
}
