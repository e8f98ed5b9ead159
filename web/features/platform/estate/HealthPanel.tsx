import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { ShareBar } from '../../../ui/ShareBar.tsx'
import { bandLabels, healthTitle } from './estateLabels.ts'
import { PartList } from './PartList.tsx'
import type { Estate } from './types.ts'

/** Accounts without a score have a part of their own, because unknown isn’t poor. */
export function HealthPanel({ health }: { health: Estate['health'] }) {
  const parts = health.map(({ band, count, filter }) => ({ key: band, ...bandLabels[band], count, href: paths.accounts({ filter }) }))
  return (
    <Panel title={healthTitle}>
      <div className="space-y-3">
        <ShareBar size="lg" parts={parts.map(({ key, count, tone }) => ({ key, value: count, tone }))} />
        <PartList parts={parts} whole={parts.reduce((total, { count }) => total + count, 0)} />
      </div>
    </Panel>
  )
}
