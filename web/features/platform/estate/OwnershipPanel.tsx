import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ShareBar } from '../../../ui/ShareBar.tsx'
import { endingAccessLabels } from '../../access/assignments/labels.ts'
import { estateLabels, ownershipLabels } from './estateLabels.ts'
import type { Estate } from './types.ts'

export function OwnershipPanel({ estate: { accounts, access } }: { estate: Estate }) {
  const { active, unmanaged, ownershipGaps } = accounts
  return (
    <Panel title={ownershipLabels.title}>
      <div className="divide-y divide-line">
        <Row label={estateLabels.unmanaged} figure={unmanaged.count} href={paths.accounts({ filter: unmanaged.filter })}>
          Added manually, so Slipway doesn’t manage their subscriptions: {formatNumber(unmanaged.count)} of{' '}
          {count(active.count, 'active account')}.
          <span className="mt-1.5 block">
            <ShareBar max={active.count} parts={[{ key: 'unmanaged', value: unmanaged.count, tone: 'warn' }]} />
          </span>
        </Row>
        <Row label={ownershipLabels.gaps} figure={ownershipGaps} href={paths.ownership()}>
          Accounts with fewer than two active owners, or an owner who changed department.
        </Row>
        <Row label={estateLabels.endingAccess} figure={access.ending} href={paths.endingAccess()}>
          {endingAccessLabels.description(access.days)}
        </Row>
      </div>
    </Panel>
  )
}

function Row({ label, figure, href, children }: { label: string; figure: number; href: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">{label}</h3>
        <div className="text-sm text-ink-2">{children}</div>
      </div>
      <Link className="text-lg font-semibold tabular-nums" href={href} aria-label={`${label}: ${formatNumber(figure)}`}>
        {formatNumber(figure)}
      </Link>
    </div>
  )
}
