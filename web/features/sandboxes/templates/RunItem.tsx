import { RotateCw } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { failureLabels } from '../sandboxes/pageLabels.ts'

type Overview = CallResult<'listSandboxRuns'>
type Item = Overview['runs'][number]

const displays: Record<Item['state'], { tone: Tone; label: string }> = {
  failed: { tone: 'bad', label: 'Failed' },
  stalled: { tone: 'warn', label: 'Stalled' },
  running: { tone: 'busy', label: 'Running' },
}

export function RunItem({ item, title, can }: { item: Item; title: string | undefined; can: Overview['can'] }) {
  const { tone, label } = displays[item.state]
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto]">
      <div className="min-w-0">
        <Link variant="name" href={paths.sandbox(item.sandbox.id)} className="wrap-anywhere">
          {item.sandbox.name}
        </Link>
        <p className="text-sm text-ink-2">
          {title}
          {item.owner && ` · ${item.owner.displayName}`}
        </p>
      </div>
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap gap-x-2">
          <Status tone={tone}>{label}</Status>
          {item.step && <span className="text-ink-2">at “{item.step}”</span>}
        </p>
        {(item.error ?? item.note) && <p className="mt-0.5 wrap-anywhere text-ink-2">{item.error ?? item.note}</p>}
        {!item.runId && <p className="text-ink-2">{failureLabels.noRun}. Retry the run type above to start one.</p>}
        {item.failures > 0 && <p className="text-ink-2">{item.failures === 1 ? '1 failed attempt' : `${item.failures} failed attempts`}</p>}
      </div>
      <div className="text-sm text-ink-2 sm:text-right">
        <p>
          <RelativeTime at={item.since} />
        </p>
        {item.runId && (
          <div className="mt-1 flex flex-wrap items-center gap-3 sm:justify-end">
            <Link href={paths.run(item.runId)}>View steps</Link>
            {item.state === 'failed' && <RetryRun runId={item.runId} name={item.sandbox.name} can={can} />}
          </div>
        )}
      </div>
    </li>
  )
}

function RetryRun({ runId, name, can }: { runId: string; name: string; can: Overview['can'] }) {
  const { retry, busy } = useRunActions()
  const start = () => retry([runId]).catch((error: Error) => toast.bad('Couldn’t retry the run', { description: error.message }))
  return (
    <Button size="sm" icon={RotateCw} loading={busy} disabledReason={reasonOf({ can }, 'retrigger')} onClick={() => void start()}>
      Retry<span className="sr-only"> {name}</span>
    </Button>
  )
}
