import { RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { useCall } from '../../../../api/useCall.ts'
import { Button } from '../../../../ui/Button.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { lazyComponent } from '../../../../ui/lazyComponent.tsx'
import { locale } from '../../../../ui/locale.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../../ui/Time.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { useNow } from '../../../../ui/useNow.ts'
import { describePassedForecast } from '../labels.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Sandbox, Spend } from './types.ts'

const SpendChart = lazyComponent(() => import('./SpendChart.tsx').then(({ SpendChart }) => ({ default: SpendChart })))

export function SpendPanel({ sandbox, spend }: { sandbox: Sandbox; spend: Spend }) {
  const scanNow = useCall('refreshSandboxSpend', ['sandbox'])
  const money = (amount: number) => formatMoney({ amount: Math.round(amount), currency: spend.currency })
  const refreshSpend = () =>
    scanNow.mutateAsync({ params: { id: sandbox.id } }).catch((error: unknown) => toast.bad(problemOf(error).message))
  const isOver = sandbox.status === 'deleted'
  const forecast = describePassedForecast(sandbox.status, spend.forecast, useNow('halfMinute'))
  return (
    <Panel
      title={sandboxPageLabels.spend}
      description={
        spend.asOf ? (
          <>
            Updated <RelativeTime at={spend.asOf} />
            {spend.billedTo && `, billed up to ${dayName.format(new Date(`${spend.billedTo}T12:00:00Z`))}`}
          </>
        ) : (
          'No spend data yet.'
        )
      }
      actions={
        !isOver && (
          <Button size="sm" variant="quiet" icon={RotateCw} loading={scanNow.isPending} onClick={refreshSpend}>
            Refresh
          </Button>
        )
      }
    >
      <dl className="mb-4 flex flex-wrap gap-x-10 gap-y-3">
        <Figure label="Spent" value={money(spend.spent)} detail={`of ${money(spend.limit)}`} />
        {!isOver && <Figure label="Cost per hour" value={money(spend.hourlyRate)} />}
        {!isOver && spend.forecast.amount !== null && <Figure label="Forecast at the end" value={money(spend.forecast.amount)} />}
      </dl>
      {!isOver && <p className="mb-4 font-medium">{forecast ?? spend.forecast.summary}</p>}
      {spend.problem && <p className="mb-4 text-sm text-warn">{spend.problem}</p>}
      <Suspense fallback={<Skeleton className="h-72" />}>
        <SpendChart spend={spend} />
      </Suspense>
    </Panel>
  )
}

const dayName = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

function Figure({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="mt-0.5">
        <span className="text-xl font-semibold tabular-nums">{value}</span>
        {detail && <span className="ml-1.5 text-sm text-ink-2 tabular-nums">{detail}</span>}
      </dd>
    </div>
  )
}
