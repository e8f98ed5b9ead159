import type { CallResult } from '../../../api/client.ts'
import { uiLabels } from '../../../ui/labels.ts'
import { Money } from '../../../ui/Money.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { costTabLabels } from './labels.ts'
import { useShowAll } from './useShowAll.tsx'

const initialCount = 10

export function CostServices({ cost: { byService, spendKnown } }: { cost: CallResult<'getAccountCost'> }) {
  const { visibleItems, showAllButton } = useShowAll(byService, initialCount)
  if (byService.length === 0) {
    return <EmptyState title="No costs yet">Azure reports costs with a delay of a few hours.</EmptyState>
  }
  const max = Math.max(1, ...byService.flatMap(({ actual, lastMonth }) => [actual.amount, lastMonth.amount]))
  return (
    <div className="space-y-2">
      <table className="w-full">
        <caption className="pb-2 text-left text-sm font-semibold">{costTabLabels.byService}</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="pb-1 text-left font-normal">
              Service
            </th>
            <th scope="col" className="w-22 pb-1 sm:w-28 text-right font-normal">
              This month
            </th>
            <th scope="col" className="w-22 pb-1 sm:w-28 text-right font-normal">
              Last month
            </th>
          </tr>
        </thead>
        <tbody>
          {visibleItems.map(({ service, actual, lastMonth }) => (
            <tr key={service} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                <span className="wrap-anywhere">{service}</span>
                <span aria-hidden className="relative mt-1 block h-1.5 overflow-hidden rounded-full bg-line">
                  <span
                    className="absolute inset-y-0 left-0 rounded-full bg-line-strong opacity-45"
                    style={{ width: `${(100 * lastMonth.amount) / max}%` }}
                  />
                  {spendKnown && (
                    <span
                      className="absolute inset-y-0 left-0 rounded-full bg-accent"
                      style={{ width: `${(100 * actual.amount) / max}%` }}
                    />
                  )}
                </span>
              </th>
              <td className="py-1.5 text-right">
                {spendKnown ? <Money value={actual} /> : <span className="text-ink-2">{uiLabels.unknown}</span>}
              </td>
              <td className="py-1.5 text-right text-ink-2">
                <Money value={lastMonth} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {showAllButton}
    </div>
  )
}
