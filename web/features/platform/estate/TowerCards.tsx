import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { formatMoney } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { SmallBars } from '../../../ui/SmallBars.tsx'
import { formatMonth } from '../../accounts/insights/costLabels.ts'
import { type CurrencyCost, forecastOf, sumKnown, type TowerLine } from './costs.ts'
import { costLabels } from './estateLabels.ts'
import type { EstateTower } from './types.ts'

const currentOf = ({ spent }: TowerLine) => spent.at(-1) ?? -1

/** All charts of a currency have the same scale. The cards are sorted by the amount that they show; towers without a known cost are last. */
export function TowerCards({ towers, currencies }: { towers: readonly EstateTower[]; currencies: readonly CurrencyCost[] }) {
  const byId = new Map(towers.map((tower) => [tower.tower.id, tower]))
  const withoutCost = towers.filter(({ costs }) => costs.length === 0)
  if (towers.length === 0) return null
  return (
    <ul aria-label={costLabels.byTower} className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {currencies.flatMap(({ currency, months, towers: lines }) => {
        const top = Math.max(...lines.flatMap(({ spent, remaining }) => [...spent, (spent.at(-1) ?? 0) + (remaining ?? 0)].map(Number)))
        return lines
          .toSorted((a, b) => currentOf(b) - currentOf(a))
          .map((line) => (
            <TowerCard key={`${line.id} ${currency}`} tower={byId.get(line.id)!}>
              <TowerBars line={line} currency={currency} months={months} top={top} />
            </TowerCard>
          ))
      })}
      {withoutCost.map((tower) => (
        <TowerCard key={tower.tower.id} tower={tower}>
          <p className="text-ink-2">{costLabels.unknown}</p>
        </TowerCard>
      ))}
    </ul>
  )
}

function TowerCard({ tower: { tower, active, unknown }, children }: { tower: EstateTower; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="min-w-0 text-sm font-semibold">{tower.name}</h3>
        <Link variant="quiet" className="shrink-0 text-sm" href={paths.accounts({ filter: active.filter })}>
          {count(active.count, 'active account')}
        </Link>
      </div>
      {children}
      {unknown.count > 0 && (
        <p className="text-sm text-ink-2">
          Unknown for <Link href={paths.accounts({ filter: unknown.filter })}>{count(unknown.count, 'account')}</Link>
        </p>
      )}
    </li>
  )
}

function TowerBars({ line, currency, months, top }: { line: TowerLine; currency: string; months: string[]; top: number }) {
  const { name, spent, remaining } = line
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? costLabels.unknown : formatMoney({ amount, currency }, { round: true })
  const current = spent.at(-1)
  const forecast = forecastOf(line)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-md font-semibold tabular-nums">{money(current)}</span>
        <span className="text-sm text-ink-2">
          {forecast?.atLeast ? costLabels.forecastAtLeast : costLabels.forecast}{' '}
          {forecast ? money(forecast.amount) : costLabels.unknown.toLocaleLowerCase()}
        </span>
      </p>
      <SmallBars
        label={`${name}: ${money(sumKnown(spent))} in the last 12 months, ${money(current)} this month`}
        values={spent}
        projected={remaining}
        top={top}
        titleOf={(position) => `${formatMonth(months[position]!, 'long')}: ${money(spent[position])}`}
      />
    </>
  )
}
