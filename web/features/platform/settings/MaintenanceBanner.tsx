import { useQuery } from '@tanstack/react-query'
import { getMaintenance } from '../../../api/adminQueries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DateTime } from '../../../ui/Time.tsx'

export function MaintenanceBanner() {
  const { data } = useQuery({ ...getMaintenance(), refetchInterval: 60_000 })
  if (data?.pausedAfterRestore)
    return (
      <Banner wide tone="warn" title="Restored from a backup: you can’t make changes">
        Runs, schedules and notifications are paused until an administrator accepts the restore.
      </Banner>
    )
  if (!data || data.state === 'none') return null
  const { state, message, startsAt, until } = data
  const title =
    state === 'announced' ? 'Planned maintenance' : state === 'readOnly' ? 'Maintenance mode: you can’t make changes' : 'Announcement'
  return (
    <Banner wide tone={state === 'readOnly' ? 'warn' : 'info'} title={title}>
      {message}
      {state === 'announced' && startsAt && (
        <>
          {' '}
          From <DateTime at={startsAt} />.
        </>
      )}
      {until && (
        <>
          {' '}
          Until <DateTime at={until} />.
        </>
      )}
      {state === 'readOnly' && ' Your requests are kept, and you can still read everything.'}
    </Banner>
  )
}
