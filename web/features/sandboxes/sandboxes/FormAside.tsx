import { Hourglass, Rocket } from 'lucide-react'
import { Meter } from '../../../ui/Charts.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { ApprovalOutcome, Line } from './ApprovalOutcome.tsx'
import { capacityLabels, describeSpan } from './labels.ts'
import { requestFormLabels } from './pageLabels.ts'
import type { SandboxRequestCheck, SandboxTemplate } from './types.ts'

interface FormAsideProps {
  template: SandboxTemplate | undefined
  check: SandboxRequestCheck | undefined
  hours: number | null
  budget: number | null
}

export function FormAside({ template, check, hours, budget }: FormAsideProps) {
  if (!template) {
    return (
      <Panel title="Summary">
        <p className="text-ink-2">Choose a template to see its approvers, availability and typical cost.</p>
      </Panel>
    )
  }
  return (
    <>
      <Panel title={requestFormLabels.approval}>
        {check ? <ApprovalOutcome outcome={check} effect="Setup starts immediately." /> : <SkeletonText lines={3} />}
      </Panel>
      <Panel title={requestFormLabels.availability}>
        <CapacityCheck check={check} template={template} />
      </Panel>
      <Panel title="Typical cost">
        <Cost template={template} check={check} hours={hours} budget={budget} />
      </Panel>
    </>
  )
}

function CapacityCheck({ check, template }: { check: SandboxRequestCheck | undefined; template: SandboxTemplate }) {
  const isFull = template.capacity.free === 0 || template.capacity.queued > 0
  const queue = check ? check.queue : isFull ? { position: template.capacity.queued + 1, estimatedAt: template.capacity.nextFreeAt } : null
  if (!queue) {
    return (
      <Line icon={Rocket} tone="text-ok">
        Capacity available. Setup takes a few minutes, and the lease starts when the sandbox is ready.
      </Line>
    )
  }
  return (
    <Line icon={Hourglass} tone="text-warn">
      <strong className="font-semibold">{capacityLabels.queued(queue.position)}</strong>{' '}
      {queue.estimatedAt ? (
        <>
          Capacity is expected <RelativeTime at={queue.estimatedAt} />.
        </>
      ) : (
        'We can’t estimate the wait yet.'
      )}
    </Line>
  )
}

function Cost({ template, check, hours, budget }: Omit<FormAsideProps, 'template'> & { template: SandboxTemplate }) {
  const typicalCost = check?.typicalCost ?? template.typicalCost
  const span = check?.typicalCost ? hours : (template.typicalCost?.hours ?? null)
  if (!typicalCost) return <p className="text-ink-2">The cost depends on what you run. This template has no estimate.</p>
  const money = (amount: number) => formatMoney({ amount, currency: typicalCost.currency })
  const isOver = budget !== null && typicalCost.amount > budget
  return (
    <>
      {budget !== null && budget > 0 ? (
        <Meter
          label={span ? `Cost for ${describeSpan(span)}` : 'Estimated cost'}
          value={typicalCost.amount}
          max={budget}
          text={`${money(typicalCost.amount)} of ${money(budget)}`}
        />
      ) : (
        <p className="text-lg font-semibold tabular-nums">{money(typicalCost.amount)}</p>
      )}
      {isOver && (
        <p className="mt-2 text-sm text-warn">Typical use costs more than your budget. Request a higher budget or plan to use less.</p>
      )}
      <ul className="mt-3 space-y-1 text-sm text-ink-2">
        {template.typicalUse.map((use) => (
          <li key={use.name} className="flex justify-between gap-4">
            <span className="truncate">
              {use.count > 1 && `${use.count} × `}
              {use.name}
            </span>
            <span className="shrink-0">{use.share === 100 ? 'all the time' : `${use.share}% of the time`}</span>
          </li>
        ))}
      </ul>
      {typicalCost.unpriced.length > 0 && (
        <p className="mt-2 text-sm text-ink-2">Not included, because the price is unknown: {typicalCost.unpriced.join(', ')}.</p>
      )}
      <p className="mt-2 text-sm text-ink-2">
        Estimate only.{' '}
        {template.thresholds.some(({ action }) => action === 'freeze')
          ? 'When the budget is used up, the sandbox is frozen and its data is kept.'
          : 'We’ll notify you when the budget runs low.'}
      </p>
    </>
  )
}
