import { paths } from '../../../paths.ts'
import { Tile } from '../../../shared/Tile.tsx'
import { count } from '../../../shared/waits.ts'
import { formatMoney, formatNumber, formatPercent } from '../../../ui/format.ts'
import { attentionBelow } from '../../accounts/health/healthLabels.ts'
import { costsByCurrency, forecastOf } from './costs.ts'
import { costLabels, estateLabels } from './estateLabels.ts'
import type { Estate } from './types.ts'

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

export function EstateTiles({ estate: { accounts, health, access, sandboxes, cost } }: { estate: Estate }) {
  const { active, unmanaged } = accounts
  const [poor, notAssessed] = (['poor', 'notAssessed'] as const).map((name) => health.find(({ band }) => band === name)!)
  const inactive = sum(accounts.byState) - active.count
  const activeSandboxes = sum(sandboxes.filter(({ status }) => status === 'active' || status === 'expiring'))
  const ending = sum(sandboxes.filter(({ status }) => status === 'expiring'))
  return (
    <ul aria-label={estateLabels.key} className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Tile
        label={estateLabels.activeAccounts}
        figure={formatNumber(active.count)}
        tone="ok"
        href={paths.accounts({ filter: active.filter })}
        note={inactive > 0 ? `${formatNumber(inactive)} more in other statuses.` : 'No accounts in other statuses.'}
      />
      <CostTile cost={cost} />
      <Tile
        label={estateLabels.poorHealth}
        figure={formatNumber(poor!.count)}
        tone={poor!.count > 0 ? 'bad' : notAssessed!.count > 0 ? 'neutral' : 'ok'}
        href={paths.accounts({ filter: poor!.filter })}
        note={`Below ${attentionBelow}% of the known points.${notAssessed!.count > 0 ? ` ${count(notAssessed!.count, 'account')} not assessed.` : ''}`}
      />
      <Tile
        label={estateLabels.unmanaged}
        figure={formatPercent(active.count > 0 ? unmanaged.count / active.count : 0)}
        tone={unmanaged.count > 0 ? 'warn' : 'ok'}
        href={paths.accounts({ filter: unmanaged.filter })}
        note={`${formatNumber(unmanaged.count)} of ${count(active.count, 'active account')}.`}
      />
      <Tile
        label={estateLabels.endingAccess}
        figure={formatNumber(access.ending)}
        tone={access.ending > 0 ? 'info' : 'ok'}
        href={paths.endingAccess()}
        note={`Within ${access.days} days.`}
      />
      <Tile
        label={estateLabels.sandboxes}
        figure={formatNumber(activeSandboxes)}
        tone="ok"
        href={paths.allSandboxes({ filter: 'status=in=(active,expiring)' })}
        note={estateLabels.endingSandboxes(ending)}
      />
    </ul>
  )
}

function CostTile({ cost }: { cost: Estate['cost'] }) {
  const costs = costsByCurrency(cost.towers).flatMap(({ currency, total }) => {
    const amount = total.spent.at(-1)
    return amount === null || amount === undefined ? [] : [{ currency, amount, forecast: forecastOf(total) }]
  })
  const [main, ...others] = costs.map(({ currency, amount, forecast }) => ({
    spent: formatMoney({ amount, currency }, { compact: true }),
    forecast:
      forecast &&
      `${forecast.atLeast ? costLabels.forecastAtLeast : costLabels.forecast} ${formatMoney({ amount: forecast.amount, currency }, { compact: true })}. `,
  }))
  const unknown = cost.unknown.count
  return (
    <Tile
      label={estateLabels.cost}
      figure={main ? main.spent : costLabels.unknown}
      tone={unknown > 0 ? 'neutral' : 'ok'}
      href={paths.accounts({ filter: cost.known.filter })}
      note={
        main
          ? `${main.forecast ?? ''}${others.length > 0 ? `Also ${others.map(({ spent }) => spent).join(', ')}. ` : ''}${unknown > 0 ? `Without ${count(unknown, 'account')}.` : ''}`
          : costLabels.noneYet
      }
    />
  )
}
