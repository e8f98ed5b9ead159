import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/Link.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'

type Item = CallResult<'listSandboxWork'>['work'][number]

const displays: Record<Item['state'], { tone: Tone; word: string }> = {
  failed: { tone: 'bad', word: 'Failed' },
  stalled: { tone: 'warn', word: 'Stalled' },
  running: { tone: 'busy', word: 'Running' },
}

export function WorkItem({ item, title }: { item: Item; title: string | undefined }) {
  const { tone, word } = displays[item.state]
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto]">
      <div className="min-w-0">
        <Link look="name" href={paths.sandbox(item.sandbox.id)} className="wrap-anywhere">
          {item.sandbox.name}
        </Link>
        <p className="text-sm text-ink-2">
          {title}
          {item.owner && ` · ${item.owner.displayName}`}
        </p>
      </div>
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap gap-x-2">
          <Status tone={tone}>{word}</Status>
          {item.step && <span className="text-ink-2">at “{item.step}”</span>}
        </p>
        {(item.error ?? item.note) && <p className="mt-0.5 wrap-anywhere text-ink-2">{item.error ?? item.note}</p>}
        {item.failures > 0 && <p className="text-ink-2">{item.failures === 1 ? '1 failed attempt' : `${item.failures} failed attempts`}</p>}
      </div>
      <div className="text-sm text-ink-2 sm:text-right">
        <p>
          <RelativeTime at={item.since} />
        </p>
        {item.runId && <Link href={paths.workRun(item.runId)}>View steps</Link>}
      </div>
    </li>
  )
}
