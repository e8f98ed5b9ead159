import { ReceiptText } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { BarChart } from '../../../ui/Charts.tsx'
import { ChartTable } from '../../../ui/ChartTable.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { formatMonth } from '../../accounts/insights/costLabels.ts'
import { type CurrencyCost, costsByCurrency, seriesOf } from './costs.ts'
import { costLabels } from './estateLabels.ts'
import { TowerCards } from './TowerCards.tsx'
import type { Estate } from './types.ts'

type Cost = Estate['cost']

export function CostPanel({ cost }: { cost: Cost }) {
  const currencies = costsByCurrency(cost.towers)
  return (
    <Panel title={costLabels.title} description={<CostSource cost={cost} />}>
      {currencies.length === 0 ? (
        <EmptyState icon={ReceiptText} title={costLabels.none}>
          Slipway records the cost of each account every hour, from its budget in Azure. Nothing is recorded on the first day of a month.
        </EmptyState>
      ) : (
        <div className="space-y-6">
          {currencies.map((each) => (
            <CurrencyChart key={each.currency} cost={each} several={currencies.length > 1} />
          ))}
        </div>
      )}
      <TowerCards towers={cost.towers} currencies={currencies} />
    </Panel>
  )
}

function CostSource({ cost: { month, readAt, unknown } }: { cost: Cost }) {
  return (
    <>
      The last 12 months. Azure reports the cost with each account’s budget. The last day of a past month can be missing.{' '}
      {readAt && (
        <>
          {formatMonth(month, 'long')} was read <RelativeTime at={readAt} />.{' '}
        </>
      )}
      {unknown.count > 0 && (
        <>
          The cost of <Link href={paths.accounts({ filter: unknown.filter })}>{count(unknown.count, 'active account')}</Link> isn’t known
          this month.
        </>
      )}
    </>
  )
}

function CurrencyChart({ cost, several }: { cost: CurrencyCost; several: boolean }) {
  const { currency, months, towers, total } = cost
  const format = (amount: number) => formatMoney({ amount, currency }, { round: true })
  const label = several ? `${costLabels.title}, ${currency}` : costLabels.title
  const categories = months.map((month) => formatMonth(month, 'short'))
  const forecast =
    total.remaining === null
      ? []
      : [
          {
            label: costLabels.remaining,
            values: months.map((_, index) => (index === months.length - 1 ? total.remaining : null)),
            projected: true as const,
          },
        ]
  return (
    <div className="space-y-2">
      {several && <h3 className="text-sm font-semibold">{currency}</h3>}
      <BarChart
        label={label}
        categories={categories}
        series={[...seriesOf(cost, costLabels.others), ...forecast]}
        format={format}
        height={260}
      />
      {total.remaining !== null && total.forecasts < total.accounts && (
        <p className="text-sm text-ink-2">
          Azure has a forecast for {formatNumber(total.forecasts)} of {count(total.accounts, 'account')}. Other accounts are included with
          their cost so far.
        </p>
      )}
      <Disclosure label={costLabels.asTable} {...(several && { about: currency })}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section aria-label={`${label}, table`} tabIndex={0} className="overflow-x-auto">
          <ChartTable
            label={label}
            categories={categories}
            series={[
              ...towers.map(({ name, spent }) => ({ label: name, values: spent })),
              { label: costLabels.total, values: total.spent },
              ...forecast,
            ]}
            format={format}
          />
        </section>
      </Disclosure>
    </div>
  )
}
