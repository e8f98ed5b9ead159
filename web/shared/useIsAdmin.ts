import { useQuery } from '@tanstack/react-query'
import { getMe } from '../api/queries.ts'

/** False until the reader is known. */
export const useIsAdmin = (): boolean => useQuery(getMe()).data?.roles.includes('admin') ?? false
