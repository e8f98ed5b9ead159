import { CalendarClock, CheckCheck, KeyRound, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Icon } from '../../../ui/icon.ts'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import type { DryRun } from './types.ts'

export function NextSteps({ dryRun }: { dryRun: DryRun }) {
  const { saving, graceDays, restorableDays } = dryRun
  return (
    <>
      {saving.found && (
        <Panel title="Savings">
          <p className="text-2xl font-semibold tabular-nums">
            <Money value={saving.found} strip />
          </p>
          <p className="text-ink-2">
            {saving.found.basis === 'lastMonth'
              ? 'a month, based on last month’s cost'
              : 'a month at most, based on its budget because its cost is unknown'}
          </p>
        </Panel>
      )}
      <Panel title="Next steps">
        <ol className="space-y-3">
          <NextStepItem icon={CheckCheck}>The approvers below decide. You can withdraw the request until then.</NextStepItem>
          <NextStepItem icon={KeyRound}>
            After approval, access is removed immediately. Everything else is kept and keeps running.
          </NextStepItem>
          <NextStepItem icon={Undo2}>
            The grace period is <strong className="font-medium text-ink">{graceDays} days</strong>. Until it ends, you can undo the
            decommission and restore all access.
          </NextStepItem>
          <NextStepItem icon={Trash2}>
            Connections, backups and resources are permanently deleted, and the subscription is cancelled.
          </NextStepItem>
          <NextStepItem icon={CalendarClock}>
            For <strong className="font-medium text-ink">{restorableDays} days</strong>, you can restore the empty subscription with its
            access. After that, its name can be reused.
          </NextStepItem>
        </ol>
      </Panel>
    </>
  )
}

function NextStepItem({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Glyph size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <span className="text-ink-2">{children}</span>
    </li>
  )
}
