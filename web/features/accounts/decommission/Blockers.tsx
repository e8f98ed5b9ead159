import { CircleCheck, CircleX, HelpCircle, Link2Off, Lock, ShieldAlert, Timer } from 'lucide-react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { Icon } from '../../../ui/icon.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { decommissionLabels } from './labels.ts'
import type { DryRun } from './types.ts'

const icons: Record<DryRun['blockers'][number]['kind'], Icon> = {
  lock: Lock,
  peering: Link2Off,
  backup: ShieldAlert,
  run: Timer,
  pending: Timer,
  unknown: HelpCircle,
}

/** The text says that nothing depends on the account only if everything could be checked. */
export function Blockers({ dryRun, onRefresh }: { dryRun: DryRun; onRefresh: () => void }) {
  const { blockers, affected, unchecked } = dryRun
  if (blockers.length === 0 && affected.length + unchecked.length > 0)
    return (
      <Banner
        tone="warn"
        title={unchecked.length > 0 ? decommissionLabels.unchecked : decommissionLabels.inUse}
        action={unchecked.length > 0 && <Button onClick={onRefresh}>{decommissionLabels.repeatCheck}</Button>}
      >
        {unchecked.length > 0 && <p>Not checked: {unchecked.join(', ')}.</p>}
        {affected.length > 0 && (
          <p>
            {unchecked.length > 0 && 'Found: '}
            {affected.join(', ')}. Notify the people responsible first. Nothing blocks the decommission.
          </p>
        )}
      </Banner>
    )
  if (blockers.length === 0)
    return (
      <p className="flex items-center gap-2 rounded-md border border-line bg-ok-soft px-4 py-2.5">
        <CircleCheck size={17} aria-hidden className="shrink-0 text-ok" />
        {decommissionLabels.unused}
      </p>
    )
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <CircleX size={17} aria-hidden className="shrink-0 text-bad" />
          {decommissionLabels.blockers(blockers.length)}
        </span>
      }
      description={`Resolve ${blockers.length === 1 ? 'this blocker' : 'these blockers'} before you request the decommission.`}
      flush
    >
      <ul className="divide-y divide-line">
        {blockers.map(({ kind, description, remedy }) => {
          const Glyph = icons[kind]
          return (
            <li key={`${kind} ${description}`} className="flex gap-3 px-4 py-3">
              <Glyph size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{description}</p>
                <p className="mt-0.5 max-w-prose text-ink-2">{remedy}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
