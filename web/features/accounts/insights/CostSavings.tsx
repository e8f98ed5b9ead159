import { Lightbulb, PiggyBank } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { listAdvisorCostRecommendations } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { costTabLabels, insightPanels } from './labels.ts'
import { useInsight } from './useInsight.ts'
import { useShowAll } from './useShowAll.tsx'

type Savings = CallResult<'listAdvisorCostRecommendations'>

const initialCount = 10

export function CostSavings({ accountId }: { accountId: string }) {
  const insight = useInsight(listAdvisorCostRecommendations(accountId), () =>
    call('listAdvisorCostRecommendations', { params: { id: accountId }, query: { refresh: true } }),
  )
  return (
    <InsightPanel title={insightPanels.savings.title} what={insightPanels.savings.subject} icon={Lightbulb} insight={insight} flush>
      {(savings) =>
        savings.total === 0 ? (
          <div className="p-4">
            <EmptyState icon={PiggyBank} title="No savings found">
              Azure Advisor has no recommendations.
            </EmptyState>
          </div>
        ) : (
          <SavingList savings={savings} />
        )
      }
    </InsightPanel>
  )
}

function SavingList({ savings: { items, total, monthlySaving } }: { savings: Savings }) {
  const { visibleItems, showAllButton } = useShowAll(items, initialCount)
  return (
    <>
      <p className="px-4 py-3">
        {monthlySaving ? (
          <>
            <span className="text-lg font-semibold">
              <Money value={monthlySaving} round />
            </span>{' '}
            {costTabLabels.possibleSavings(total)}
          </>
        ) : (
          <>{count(total, 'change')} can reduce the cost. The savings aren’t known.</>
        )}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {visibleItems.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_7.5rem] sm:items-center"
          >
            <div className="col-span-2 min-w-0 sm:col-span-1">
              <p className="font-medium wrap-anywhere">{item.remedy}</p>
              <p className="text-sm text-ink-2">
                {item.detail}
                {item.detail && item.link && ' · '}
                {item.link && (
                  <Link href={item.link} target="_blank" rel="noreferrer">
                    How to<span className="sr-only"> do this for {item.resource.name}</span>
                  </Link>
                )}
              </p>
            </div>
            <p className="min-w-0">
              <span className="wrap-anywhere">{item.resource.name}</span>
              <span className="block text-xs text-ink-2">{typeName(item.resource.type)}</span>
            </p>
            <p className="text-right">
              {item.monthlySaving ? (
                <>
                  <span className="font-semibold">
                    <Money value={item.monthlySaving} />
                  </span>
                  <span className="block text-xs text-ink-2">a month</span>
                </>
              ) : (
                emptyCell
              )}
            </p>
          </li>
        ))}
      </ul>
      {showAllButton && <p className="border-t border-line px-2 py-1.5">{showAllButton}</p>}
    </>
  )
}
