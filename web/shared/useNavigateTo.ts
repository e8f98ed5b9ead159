import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes to a URL from `paths`. `replace` adds no history entry. */
export function useNavigateTo(): (path: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter()
  return useCallback((path, { replace = false } = {}) => history[replace ? 'replace' : 'push'](path), [history])
}
