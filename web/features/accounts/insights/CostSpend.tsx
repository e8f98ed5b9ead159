import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { getAccountCost } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { BarChart, Meter } from '../../../ui/Charts.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { uiLabels } from '../../../ui/labels.ts'
import { Money } from '../../../ui/Money.tsx'
import { Status } from '../../../ui/Status.tsx'
import { CostServices } from './CostServices.tsx'
import { budgetStatusOf, describeOverspend, formatMonth } from './costLabels.ts'
import { InsightPanel } from './InsightPanel.tsx'
import { costTabLabels, insightPanels } from './labels.ts'
import { useInsight } from './useInsight.ts'

type Cost = CallResult<'getAccountCost'>

export function CostSpend({ accountId }: { accountId: string }) {
  const insight = useInsight(getAccountCost(accountId), () =>
    call('getAccountCost', { params: { id: accountId }, query: { refresh: true } }),
  )
  return (
    <InsightPanel title={insightPanels.cost.title} what={insightPanels.cost.subject} icon={ReceiptText} insight={insight} lines={12} flush>
      {(cost) => (
        <div className="grid lg:grid-cols-2 lg:divide-x lg:divide-line">
          <div className="min-w-0 space-y-5 p-4">
            <ThisMonth cost={cost} />
            <Months cost={cost} />
          </div>
          <div className="min-w-0 border-t border-line p-4 lg:border-t-0">
            <CostServices cost={cost} />
          </div>
        </div>
      )}
    </InsightPanel>
  )
}

function ThisMonth({ cost: { month, actual, spendKnown, forecast, budget } }: { cost: Cost }) {
  const budgetStatus = spendKnown && budgetStatusOf({ actual, forecast, budget })
  return (
    <div className="space-y-3">
      <h3 className="text-sm font-semibold">{formatMonth(month, 'long')} so far</h3>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-3">
        <Figure label="Spent">{spendKnown ? <Money value={actual} round /> : <UnknownCost />}</Figure>
        <Figure label="Forecast for the month">{spendKnown && forecast ? <Money value={forecast} round /> : <UnknownCost />}</Figure>
        <Figure label="Budget">{budget ? <Money value={budget} round /> : <UnknownCost />}</Figure>
      </dl>
      {spendKnown && budget && budget.amount > 0 && (
        <Meter
          label={costTabLabels.budgetUsed}
          value={actual.amount}
          max={budget.amount}
          text={`${formatMoney(actual, { round: true })} of ${formatMoney(budget, { round: true })}`}
        />
      )}
      {budgetStatus && (
        <p>
          <Status tone={budgetStatus.tone}>{budgetStatus.label}</Status>
        </p>
      )}
      {!spendKnown ? (
        <p className="text-sm text-ink-2">{costTabLabels.newMonth}</p>
      ) : (
        !forecast && <p className="text-sm text-ink-2">No forecast available. Azure needs a few weeks of cost data.</p>
      )}
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  )
}

function UnknownCost() {
  return <span className="font-normal text-ink-2">{uiLabels.unknown}</span>
}

function Months({ cost: { byMonth, budget, actual, spendKnown, forecast } }: { cost: Cost }) {
  const { currency } = actual
  const overspend = describeOverspend({ byMonth, budget })
  const forecastCost = spendKnown && forecast ? Math.max(0, forecast.amount - actual.amount) : 0
  return (
    <div className="space-y-2">
      <h3 className="text-sm font-semibold">Last 12 months</h3>
      {overspend && (
        <p>
          <Status tone="warn" wraps>
            {overspend}
          </Status>
        </p>
      )}
      <BarChart
        label={costTabLabels.byMonth}
        categories={byMonth.map(({ month }) => formatMonth(month, 'short'))}
        series={[
          { label: 'Cost', values: byMonth.map((each, index) => (spendKnown || index < byMonth.length - 1 ? each.actual.amount : null)) },
          ...(forecastCost > 0
            ? [{ label: 'Forecast', values: byMonth.map((_, index) => (index === byMonth.length - 1 ? forecastCost : 0)) }]
            : []),
        ]}
        format={(amount) => formatMoney({ amount, currency }, { round: true })}
        {...(budget && budget.currency === currency && { limit: { label: 'Budget', value: budget.amount } })}
      />
    </div>
  )
}
