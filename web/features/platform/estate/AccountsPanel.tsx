import { paths } from '../../../paths.ts'
import { toOptions } from '../../../shared/labels.ts'
import { accountStatusLabel } from '../../../shared/StatusBadge.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ShareBar } from '../../../ui/ShareBar.tsx'
import { accountsLabels, statusTones } from './estateLabels.ts'
import { PartList } from './PartList.tsx'
import type { Estate } from './types.ts'

type State = Estate['accounts']['byState'][number]

const order = Object.keys(statusTones)
const sum = (states: readonly State[]) => states.reduce((total, { count }) => total + count, 0)

export function AccountsPanel({ accounts: { byState: states, waitingForRollouts } }: { accounts: Estate['accounts'] }) {
  const rows = toOptions('environment').map(({ value, label }) => ({
    value,
    label,
    states: states.filter(({ environment }) => environment === value).sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)),
  }))
  const max = Math.max(...rows.map((row) => sum(row.states)))
  return (
    <Panel title={accountsLabels.title}>
      <ul className="space-y-4">
        {rows.map((row) => (
          <li key={row.value} className="space-y-1.5">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="font-medium">{row.label}</h3>
              <Link className="tabular-nums" href={paths.accounts({ filter: `environment==${row.value}` })}>
                {formatNumber(sum(row.states))}
              </Link>
            </div>
            <ShareBar max={max} parts={row.states.map(({ status, count }) => ({ key: status, value: count, tone: statusTones[status] }))} />
            <PartList
              parts={row.states.map(({ status, count, filter }) => ({
                key: status,
                label: accountStatusLabel(status),
                tone: statusTones[status],
                count,
                href: paths.accounts({ filter }),
              }))}
            />
          </li>
        ))}
      </ul>
      {waitingForRollouts > 0 && (
        <p className="mt-4 text-sm text-ink-2">
          {accountsLabels.settingUp(waitingForRollouts)}{' '}
          <Link href={paths.edgeRollouts({ status: 'halted' })}>{accountsLabels.haltedRollout}</Link>.
        </p>
      )}
    </Panel>
  )
}
