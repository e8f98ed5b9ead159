import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Gauge, Lock, RotateCw } from 'lucide-react'
import { isDenied, problemOf } from '../../../api/problem.ts'
import { getAccountHealth } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { SecurityRing } from '../insights/SecurityRing.tsx'
import { HealthPartRow } from './HealthPartRow.tsx'
import { describePoints, describeScore, type Health, healthBand, healthLabels, type Score, summaryOf, worstFirst } from './healthLabels.ts'
import type { HealthProps } from './healthProps.ts'

export function HealthPanel(props: HealthProps) {
  const { account } = props
  const client = useQueryClient()
  const isHidden = reasonOf(account, 'seeAll') !== undefined
  const query = useQuery({ ...getAccountHealth(account.id), retry: false, enabled: !isHidden })
  const recheck = useCall('refreshAccountHealth', [])
  const health = query.data
  if (isHidden || isDenied(query.error)) return <AccessDenied account={account} />
  const refresh = async () => {
    if (recheck.isPending) return
    try {
      const fresh = await recheck.mutateAsync({ params: { id: account.id } })
      client.setQueryData(getAccountHealth(account.id).queryKey, fresh)
    } catch {
      // The panel shows the error.
    }
  }
  return (
    <Panel
      title={healthLabels.title}
      flush
      description={
        health?.checkedAt ? (
          <>
            Checked <RelativeTime at={health.checkedAt} />
          </>
        ) : undefined
      }
      actions={
        health && (
          <Button
            size="sm"
            icon={RotateCw}
            loading={recheck.isPending}
            disabledReason={reasonOf(health, 'refresh')}
            onClick={() => void refresh()}
          >
            {healthLabels.check}
          </Button>
        )
      }
    >
      {recheck.error && (
        <div className="p-4 pb-0">
          <Banner tone="warn" title="Couldn’t check the health score">
            {problemOf(recheck.error).message}
          </Banner>
        </div>
      )}
      {health ? (
        health.score === null || health.known === null ? (
          <div className="p-4">
            <EmptyState icon={Gauge} title={healthLabels.unchecked}>
              Accounts are checked every hour. Select “{healthLabels.check}” to check this account immediately.
            </EmptyState>
          </div>
        ) : (
          <Parts score={{ score: health.score, known: health.known }} health={health} {...props} />
        )
      ) : (
        <div className="p-4">
          <Loading subject="the health score" query={query} lines={9} />
        </div>
      )}
    </Panel>
  )
}

function Parts({ score, health, ...props }: HealthProps & { score: Score; health: Health }) {
  const title = `${healthLabels.health} ${describeScore(score)}`
  return (
    <>
      <div className="flex items-center gap-4 border-b border-line px-4 py-3">
        <SecurityRing share={score.score / 100} text={`${score.score}%`} label={title} isPartial={score.known < 100} />
        <div className="min-w-0">
          <p className="text-md font-semibold">{title}</p>
          <p className="text-ink-2">
            {healthBand(score)}, {describePoints(score)}. {summaryOf(health.parts)}
          </p>
        </div>
      </div>
      <ul className="divide-y divide-line">
        {worstFirst(health.parts).map((part) => (
          <HealthPartRow key={part.id} part={part} health={health} {...props} />
        ))}
      </ul>
    </>
  )
}

function AccessDenied({ account }: { account: HealthProps['account'] }) {
  const { health, healthKnown } = account
  return (
    <Panel title={healthLabels.title}>
      {health !== null && healthKnown !== null && (
        <p className="text-md font-semibold">
          {healthLabels.health} {describeScore({ score: health, known: healthKnown })}
        </p>
      )}
      <p className="flex gap-2 text-ink-2">
        <Lock size={15} aria-hidden className="mt-0.5 shrink-0" />
        Only owners, administrators and auditors can see {health === null ? 'the score' : 'the details'}.
      </p>
    </Panel>
  )
}
