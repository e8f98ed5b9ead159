import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listAccountUpdates } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { isInProgress } from '../../../shared/updateStatus.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Link } from '../../../ui/Link.tsx'
import { updateRunLabels } from './labels.ts'

export function PendingAccountUpdates({ account }: { account: CallResult<'getAccount'> }) {
  const latest = useQuery({ ...listAccountUpdates(account.id, 1, 10), enabled: account.can.seeAll === true })
  const openUpdates = latest.data?.items.filter((update) => update.kind !== 'decommission' && isInProgress(update)) ?? []
  if (openUpdates.length === 0) return null
  const stuck = openUpdates.filter((update) => update.runStatus === 'failed')
  const shownUpdate = stuck[0] ?? openUpdates[0]!
  return (
    <div className="mb-4">
      <Banner
        tone={stuck.length > 0 ? 'warn' : 'info'}
        title={stuck.length > 0 ? updateRunLabels.failed : updateRunLabels.applying}
        action={<Link href={paths.accountUpdate(account.id, shownUpdate.id)}>{updateRunLabels.progress}</Link>}
      >
        {shownUpdate.title} ({shownUpdate.reference}){openUpdates.length > 1 && `, and ${openUpdates.length - 1} more`}.{' '}
        {stuck.length > 0
          ? 'The change isn’t applied in Azure. Administrators can see the failed run and retry it.'
          : shownUpdate.kind === 'details'
            ? 'Slipway shows the new values. The change is being applied in Azure.'
            : 'Services appear here when they are ready.'}
      </Banner>
    </div>
  )
}
