import { ArrowRight, CircleCheck, Send, UserCheck, Zap } from 'lucide-react'
import { count } from '../../../shared/waits.ts'
import { cx } from '../../../ui/cx.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { policyLabels } from './labels.ts'
import type { ApprovalPolicy } from './types.ts'

export function PolicyFlow({ policy: { reading, document } }: { policy: ApprovalPolicy }) {
  const ruleCount = document.reject.length + document.approve.length
  return (
    <Panel title={policyLabels.flow}>
      <ol aria-label={policyLabels.flow} className="flex flex-wrap items-stretch gap-y-3">
        <Step icon={Send} title={policyLabels.submitted} first />
        {ruleCount > 0 && <Step icon={Zap} title={count(ruleCount, 'automatic rule')} note="Checked first" />}
        {document.stages.map(({ name, when }, index) => (
          <Step
            // biome-ignore lint/suspicious/noArrayIndexKey: names aren’t unique, and the stages don’t change while they are shown
            key={index}
            icon={UserCheck}
            title={name}
            note={reading.conditions[index] ?? ''}
            optional={!!when}
          />
        ))}
        <Step icon={CircleCheck} title={policyLabels.approved} tone="ok" />
      </ol>
    </Panel>
  )
}

interface StepProps {
  icon: Icon
  title: string
  note?: string
  optional?: boolean
  tone?: 'ok'
  first?: boolean
}

function Step({ icon: Glyph, title, note, optional, tone, first }: StepProps) {
  return (
    <li className="flex max-w-full items-center">
      {!first && <ArrowRight size={16} aria-hidden className="mx-1 shrink-0 text-ink-3" />}
      <div
        className={cx(
          'h-full max-w-44 min-w-0 rounded-md border bg-surface px-2.5 py-2',
          optional ? 'border-dashed border-line-strong' : 'border-line-mid',
        )}
      >
        <p className="flex items-center gap-1.5 font-medium">
          <Glyph size={15} aria-hidden className={cx('shrink-0', tone === 'ok' ? 'text-ok' : 'text-accent')} />
          {title}
        </p>
        {note && <p className="mt-0.5 text-sm text-ink-2">{note}</p>}
      </div>
    </li>
  )
}
