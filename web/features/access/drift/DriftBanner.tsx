import { useQuery } from '@tanstack/react-query'
import { listAccessDifferences } from '../../../api/driftQueries.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { driftPageLabels } from './driftLabels.ts'
import { LastComparison } from './LastComparison.tsx'
import { ScanNow } from './ScanNow.tsx'

export function DriftBanner({ accountId }: { accountId: string }) {
  const { data } = useQuery(listAccessDifferences({ account: accountId, size: 1 }))
  // The groups below are complete without this banner, so a failed query shows no error.
  if (!data || data.compared.groups === 0) return null
  if (data.open === 0)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <p>
          {data.compared.at && `${driftPageLabels.none}. `}
          <LastComparison compared={data.compared} />.
        </p>
        <ScanNow size="sm" accountId={accountId} reason={reasonOf(data, 'look')} />
      </div>
    )
  return (
    <Banner
      tone="warn"
      title={driftPageLabels.found(data.open)}
      action={
        <Button size="sm" href={paths.accessDrift({ account: accountId })}>
          {driftPageLabels.review(data.open)}
        </Button>
      }
    >
      {data.items[0]?.summary}
    </Banner>
  )
}
