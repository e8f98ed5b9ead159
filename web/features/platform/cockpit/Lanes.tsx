import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { runLabels } from './labels.ts'
import type { Lane } from './types.ts'

type Step = Lane['steps'][number]
const parts = [
  { id: 'stuck', label: 'failed', className: 'bg-bad-fill text-[#fff]', ink: 'text-bad' },
  { id: 'retrying', label: 'retrying', className: 'bg-warn text-surface', ink: 'text-warn' },
  { id: 'moving', label: 'in progress', className: 'bg-accent text-on-accent', ink: 'text-ink-2' },
  { id: 'waiting', label: 'waiting', className: 'bg-line-strong text-ink', ink: 'text-ink-2' },
] as const

export function Lanes({ lanes }: { lanes: readonly Lane[] }) {
  return (
    <Panel
      flush
      title="Runs by step"
      actions={
        <ul aria-hidden className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          {parts.map(({ id, label, className }) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <span className={cx('size-2.5 rounded-xs', className)} />
              {label}
            </li>
          ))}
        </ul>
      }
    >
      <ul aria-label="Workflows" className="divide-y divide-line">
        {lanes.map((lane) => (
          <LaneRow key={lane.kind} lane={lane} />
        ))}
      </ul>
    </Panel>
  )
}

function LaneRow({ lane }: { lane: Lane }) {
  const activeSteps = lane.steps.filter(hasRuns)
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="text-sm">
        <Link variant="name" href={paths.runs({ filter: `kind==${lane.kind}` })}>
          {lane.title}
        </Link>
        <span className="block text-ink-2">{countsOf(lane)}</span>
      </p>
      <div className="min-w-0">
        <div aria-hidden className="flex gap-0.5">
          {lane.steps.map((step) => (
            <Field key={step.name} step={step} />
          ))}
        </div>
        <ul aria-label={runLabels.stepsOf(lane.title)} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
          {activeSteps.map((step) => (
            <li key={step.name} className="min-w-0">
              <Link variant="quiet" href={paths.runs({ filter: `kind==${lane.kind};step==${step.name}` })} className="wrap-anywhere">
                {step.title}
              </Link>
              <span className="text-ink-2">: {countsOf(step)}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

const hasRuns = ({ stuck, retrying, moving, waiting }: Step) => stuck + retrying + moving + waiting > 0

function countsOf(counts: Pick<Lane, 'stuck' | 'retrying' | 'moving' | 'waiting'>): string {
  return parts
    .filter(({ id }) => counts[id] > 0)
    .map(({ id, label }) => `${counts[id]} ${label}`)
    .join(', ')
}

function Field({ step }: { step: Step }) {
  const shownParts = parts.filter(({ id }) => step[id] > 0)
  return (
    <div title={step.title} className="flex h-6 min-w-0 flex-1 gap-px overflow-hidden rounded-xs bg-sunken ring-1 ring-line ring-inset">
      {shownParts.map(({ id, className }) => (
        <div
          key={id}
          className={cx('grid min-w-0 flex-1 place-content-center overflow-hidden text-2xs font-semibold tabular-nums', className)}
        >
          {step[id]}
        </div>
      ))}
    </div>
  )
}
