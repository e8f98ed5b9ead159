import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findAccountUpdate } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { UpdateLoading, UpdateNotFound } from './UpdateStates.tsx'

const route = getRouteApi('/updates/$updateId')

/** Notifications contain only the change’s ID, so this page redirects to its page below the account. */
export function FindUpdatePage() {
  const { updateId } = route.useParams()
  const navigateTo = useNavigateTo()
  const { data, error, refetch } = useQuery(findAccountUpdate(updateId))
  useEffect(() => {
    if (data) navigateTo(paths.accountUpdate(data.account.id, data.id), { replace: true })
  }, [data, navigateTo])
  return error ? <UpdateNotFound error={error} onRetry={refetch} /> : <UpdateLoading />
}
