import type { CallInput } from '../../../api/client.ts'
import { textParam } from '../../../shared/listSearch.ts'

export interface AccessSearchParams {
  q?: string | undefined
  environment?: 'production' | 'preproduction' | 'test' | 'development' | undefined
  tower?: string | undefined
  role?: string | undefined
  size?: number | undefined
}

const environments = ['production', 'preproduction', 'test', 'development'] as const
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const idParam = (value: unknown) => (typeof value === 'string' && id.test(value) ? value : undefined)

export const pageSize = 20
/** Beyond this number, a more precise search is better than a longer list. */
export const maxShown = 100

export function findSearch(search: Record<string, unknown>): AccessSearchParams {
  const size = Number(search.size)
  return {
    q: textParam(search.q)?.slice(0, 1_000),
    environment: environments.find((each) => each === search.environment),
    tower: idParam(search.tower),
    role: idParam(search.role),
    size: Number.isInteger(size) && size > pageSize && size <= maxShown ? size : undefined,
  }
}

export function questionOf({ q, environment, tower, role, size }: AccessSearchParams): CallInput<'findAccess'>['query'] | undefined {
  const searchTerm = q?.trim()
  if (!searchTerm) return undefined
  return { searchTerm, ...(environment && { environment }), ...(tower && { tower }), ...(role && { role }), ...(size && { size }) }
}
