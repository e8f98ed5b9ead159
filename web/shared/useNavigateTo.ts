import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes to an address of `paths`. `replace` leaves no step back and keeps the place on the page. */
export function useNavigateTo(): (path: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter()
  return useCallback((path, { replace = false } = {}) => history[replace ? 'replace' : 'push'](path), [history])
}
