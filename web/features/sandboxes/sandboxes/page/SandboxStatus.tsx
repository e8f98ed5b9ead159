import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { formatDateTime, splitRemaining } from '../../../../ui/format.ts'
import { Link } from '../../../../ui/Link.tsx'
import { Ring } from '../../../../ui/Ring.tsx'
import { DateTime, RelativeTime } from '../../../../ui/Time.tsx'
import { useNow } from '../../../../ui/useNow.ts'
import { deadlineLabels } from '../extensionDeadline.ts'
import { FailureNote } from '../FailureNote.tsx'
import { describeSpan } from '../labels.ts'
import { describeRate, SpendMeter } from '../SpendMeter.tsx'
import { describeStatus } from './describeStatus.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { DialogName, Sandbox } from './types.ts'

const edges = {
  ok: 'border-l-ok',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
  info: 'border-l-info',
  busy: 'border-l-accent',
  neutral: 'border-l-line-strong',
}

export function SandboxStatus({ sandbox, onOpen }: { sandbox: Sandbox; onOpen: (dialog: DialogName) => void }) {
  const now = useNow('halfMinute')
  const { title, text, tone, next } = describeStatus(sandbox, now)
  const rate = describeRate(sandbox.budget)
  const isActive = ['active', 'expiring', 'frozen', 'deleting'].includes(sandbox.status)
  return (
    <section
      aria-label={sandboxPageLabels.status}
      className={cx('flex flex-wrap items-center gap-x-8 gap-y-5 rounded-md border border-l-4 border-line bg-surface p-5', edges[tone])}
    >
      <Clock sandbox={sandbox} now={now} />
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 max-w-prose text-ink-2">{text}</p>
        <Note sandbox={sandbox} now={now} />
        {sandbox.failure && (
          <div className="mt-3 border-t border-line pt-3">
            <FailureNote failure={sandbox.failure} name={sandbox.name} />
          </div>
        )}
        {next.length > 0 && (
          <div className="mt-3.5 flex flex-wrap gap-2">
            {next.map(({ dialog: what, label }, index) => (
              <Button
                key={what}
                variant={index === 0 && what !== 'delete' && tone !== 'ok' && tone !== 'bad' ? 'primary' : 'secondary'}
                onClick={() => onOpen(what)}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {isActive && (
        <div className="w-full space-y-3 sm:w-64">
          <SpendMeter budget={sandbox.budget} label="Budget used" />
          {rate && <p className="text-sm text-ink-2">{rate}</p>}
        </div>
      )}
    </section>
  )
}

const warnMs = 48 * 3_600_000
const badMs = 8 * 3_600_000

function Clock({ sandbox: { status, lease, deletion }, now }: { sandbox: Sandbox; now: number }) {
  const graceEnd = status === 'deleting' && deletion && !deletion.removing
  const from = graceEnd ? deletion.requestedAt : lease.start
  const until = graceEnd ? deletion.at : lease.end
  if (!from || !until || status === 'deleted' || status === 'quarantined' || (status === 'deleting' && !graceEnd)) return null
  const remaining = Math.max(0, Date.parse(until) - now)
  const share = remaining / Math.max(1, Date.parse(until) - Date.parse(from))
  const tone = remaining < badMs ? 'var(--bad)' : remaining < warnMs || graceEnd ? 'var(--warn)' : 'var(--accent)'
  const [figure, unit] = splitRemaining(remaining)
  const clockLabel = !graceEnd ? 'left' : deletion.cause === 'expired' ? 'to restore' : 'to undo'
  return (
    <Ring size={132} share={share} tone={tone} cap="round" label={`${figure} ${unit} ${clockLabel}, until ${formatDateTime(until)}`}>
      <span className="text-2xl leading-none font-semibold tabular-nums">{figure}</span>
      <span className="mt-1 text-xs text-ink-2">
        {unit} {graceEnd ? <span className="block">{clockLabel}</span> : clockLabel}
      </span>
    </Ring>
  )
}

function Note({ sandbox, now }: { sandbox: Sandbox; now: number }) {
  const { status, lease, budget, queue, deletion, frozen, extension, deletedAt } = sandbox
  return (
    <p className="mt-1.5 text-sm text-ink-2">
      {queue?.estimatedAt && (
        <>
          Expected to be ready <RelativeTime at={queue.estimatedAt} />. Lease: {describeSpan(lease.hours)}.
        </>
      )}
      {status === 'deleted' && deletedAt && (
        <>
          Since <DateTime at={deletedAt} />.
        </>
      )}
      {status === 'deleting' && deletion && !deletion.removing && (
        <>
          Removal starts <DateTime at={deletion.at} />.
        </>
      )}
      {status === 'frozen' && frozen && (
        <>
          Since <DateTime at={frozen.at} />
          {!frozen.resolved && ', still stopping resources'}.{' '}
        </>
      )}
      {['active', 'expiring', 'frozen'].includes(status) && lease.end && (
        <>
          Lease ends <DateTime at={lease.end} />.
          {budget.freezesAt && Date.parse(budget.freezesAt) > now && (
            <>
              {' '}
              {deadlineLabels.freezes} <RelativeTime at={budget.freezesAt} />: compute and access then stop.
            </>
          )}
        </>
      )}
      {extension && (
        <>
          {' '}
          Extension <Link href={paths.sandboxRequest(extension.id)}>{extension.reference}</Link> {deadlineLabels[extension.status]}
        </>
      )}
    </p>
  )
}
