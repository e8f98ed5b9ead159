import { Hourglass, Rocket, UserCheck, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { Meter } from '../../../ui/Charts.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { SandboxRequestCheck, SandboxTemplate } from './types.ts'
import { ordinal, spanWords } from './words.ts'

interface FormAsideProps {
  template: SandboxTemplate | undefined
  check: SandboxRequestCheck | undefined
  hours: number | null
  budget: number | null
}

export function FormAside({ template, check, hours, budget }: FormAsideProps) {
  if (!template) {
    return (
      <Panel title="What becomes of it">
        <p className="text-ink-2">
          Choose what kind of sandbox, and you see here who decides, when it is ready, and what it usually costs.
        </p>
      </Panel>
    )
  }
  return (
    <>
      <Panel title="Who decides">{check ? <Ruling check={check} /> : <SkeletonText lines={3} />}</Panel>
      <Panel title="When it is ready">
        <Room check={check} template={template} />
      </Panel>
      <Panel title="What it usually costs">
        <Cost template={template} check={check} hours={hours} budget={budget} />
      </Panel>
    </>
  )
}

function Ruling({ check }: { check: SandboxRequestCheck }) {
  if (check.automatic) {
    return (
      <>
        <Line icon={Zap} tone="text-ok">
          <strong className="font-semibold">Nobody has to.</strong> You get it at once.
        </Line>
        <Reasons reasons={check.ruling} />
      </>
    )
  }
  return (
    <>
      {check.preview ? (
        <ApprovalStagesPreview preview={check.preview} />
      ) : (
        <Line icon={UserCheck} tone="text-info">
          Somebody has to decide. Fill in the rest to see who.
        </Line>
      )}
      <Reasons reasons={check.ruling} />
    </>
  )
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className="mt-3 space-y-1 border-t border-line pt-3 text-sm text-ink-2">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}

function Room({ check, template }: { check: SandboxRequestCheck | undefined; template: SandboxTemplate }) {
  const full = template.capacity.free === 0 || template.capacity.queued > 0
  const queue = check ? check.queue : full ? { position: template.capacity.queued + 1, estimatedAt: template.capacity.nextFreeAt } : null
  if (!queue) {
    return (
      <Line icon={Rocket} tone="text-ok">
        There is room: it is set up within minutes of the approval, and its time begins only when it is ready.
      </Line>
    )
  }
  return (
    <Line icon={Hourglass} tone="text-warn">
      <strong className="font-semibold">It is full now; yours would be {ordinal(queue.position)} in the queue.</strong>{' '}
      {queue.estimatedAt ? (
        <>
          A place is probably free <RelativeTime at={queue.estimatedAt} />.
        </>
      ) : (
        'Nobody can say yet when a place gets free.'
      )}{' '}
      You keep your place, and its time begins only when it is ready.
    </Line>
  )
}

function Cost({ template, check, hours, budget }: Omit<FormAsideProps, 'template'> & { template: SandboxTemplate }) {
  const typical = check?.typicalCost ?? template.typicalCost
  const span = check?.typicalCost ? hours : (template.typicalCost?.hours ?? null)
  if (!typical) return <p className="text-ink-2">It depends on what you run; nothing usual is known for this kind.</p>
  const money = (amount: number) => formatMoney({ amount, currency: typical.currency })
  const over = budget !== null && typical.amount > budget
  return (
    <>
      {budget !== null && budget > 0 ? (
        <Meter
          label={span ? `For ${spanWords(span)}` : 'Estimate'}
          value={typical.amount}
          max={budget}
          text={`${money(typical.amount)} of ${money(budget)}`}
        />
      ) : (
        <p className="text-lg font-semibold tabular-nums">{money(typical.amount)}</p>
      )}
      {over && <p className="mt-2 text-sm text-warn">Typical use is more than your budget. Ask for more, or run less of it.</p>}
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
      {typical.unpriced.length > 0 && (
        <p className="mt-2 text-sm text-ink-2">Not in it, since no price is known: {typical.unpriced.join(', ')}.</p>
      )}
      <p className="mt-2 text-sm text-ink-2">
        An estimate.{' '}
        {template.thresholds.some(({ action }) => action === 'freeze')
          ? 'When the budget is used up, Slipway freezes it: machines stop, everything is kept.'
          : 'You are told when the budget runs low.'}
      </p>
    </>
  )
}

function Line({ icon: Glyph, tone, children }: { icon: Icon; tone: string; children: ReactNode }) {
  return (
    <p className="flex gap-2.5">
      <Glyph size={16} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
