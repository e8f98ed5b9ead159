import { useQuery } from '@tanstack/react-query'
import { getMaintenance } from '../../../api/adminQueries.ts'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Link } from '../../../ui/Link.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { maintenanceLabels } from './maintenanceLabels.ts'

/** `canManage` is true for administrators and auditors, who can see the report on a database restore. */
export function MaintenanceBanner({ canManage }: { canManage: boolean }) {
  const { data } = useQuery({ ...getMaintenance(), refetchInterval: 60_000 })
  if (data?.pausedAfterRestore)
    return (
      <Banner
        wide
        tone="warn"
        title={maintenanceLabels.restored}
        action={canManage && <Link href={paths.restore()}>{maintenanceLabels.openRestore}</Link>}
      >
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
