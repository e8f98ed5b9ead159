import {
  FlaskConical,
  FlaskConicalOff,
  GitCompareArrows,
  GitPullRequestClosed,
  Layers,
  PencilLine,
  Plug,
  Siren,
  Store,
  TriangleAlert,
  UsersRound,
} from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Row } from '../../../ui/Row.tsx'
import type { Tone } from '../../../ui/Status.tsx'

type Task = CallResult<'countMyTasks'>['tasks'][number]

/** `count` excludes the subjects that Home lists by name; `isRest` is true if there are such subjects. */
interface ShownTask extends Task {
  isRest: boolean
}

interface TaskRow {
  title: (count: number, isRest: boolean) => string
  note: string
  href: string
  icon: Icon
  tone: Tone
}

/** Home lists the subjects of other kinds, such as approvals, by name. */
const taskRows: Partial<Record<Task['kind'], TaskRow>> = {
  emergencyReviews: {
    title: (n) => `${count(n, 'post-use report')} to review`,
    note: 'Emergency access closes after another person reviews the report.',
    href: paths.emergencyAccess(),
    icon: Siren,
    tone: 'bad',
  },
  stuckRuns: {
    title: (n) => `${count(n, 'run')} stuck`,
    note: 'A step failed, or the run makes no progress. Retry or skip the step.',
    href: paths.stuckWork({ kind: 'run' }),
    icon: TriangleAlert,
    tone: 'bad',
  },
  stuckPullRequests: {
    title: (n) => `${count(n, 'pull request')} blocked`,
    note: 'Checks failed, the branch has conflicts, or the merge is overdue.',
    href: paths.stuckWork({ kind: 'pullRequest' }),
    icon: GitPullRequestClosed,
    tone: 'bad',
  },
  stuckSandboxes: {
    title: (n) => `${count(n, 'sandbox', 'sandboxes')} stuck`,
    note: 'A setup or removal failed. The capacity stays in use.',
    href: paths.stuckWork({ kind: 'sandbox' }),
    icon: FlaskConicalOff,
    tone: 'bad',
  },
  stuckRollouts: {
    title: (n) => `${count(n, 'store rollout')} stuck`,
    note: 'The rollout was halted, or stores failed. Resume or cancel it.',
    href: paths.stuckWork({ kind: 'rollout' }),
    icon: Store,
    tone: 'bad',
  },
  stuckQueues: {
    title: (n) => `${count(n, 'queue')} with failed jobs`,
    note: 'The jobs failed after all their retries.',
    href: paths.stuckWork({ kind: 'queue' }),
    icon: Layers,
    tone: 'warn',
  },
  failingConnectors: {
    title: (n) => `${count(n, 'connector')} failing`,
    note: 'The last call to the external service failed.',
    href: paths.cockpit('connectors'),
    icon: Plug,
    tone: 'warn',
  },
  sandboxes: {
    title: (n, isRest) => `${count(n, isRest ? 'other sandbox' : 'sandbox', isRest ? 'other sandboxes' : 'sandboxes')} to check`,
    note: 'They end, freeze or are removed unless an owner acts.',
    href: paths.mySandboxes(),
    icon: FlaskConical,
    tone: 'warn',
  },
  ownershipGaps: {
    title: (n, isRest) => count(n, isRest ? 'other ownership gap' : 'ownership gap'),
    note: 'An owner left or moved to another department.',
    href: paths.ownership(),
    icon: UsersRound,
    tone: 'warn',
  },
  accessDifferences: {
    title: (n) => count(n, 'access difference'),
    note: 'The directory differs from the recorded access.',
    href: paths.accessDrift(),
    icon: GitCompareArrows,
    tone: 'warn',
  },
  changesRequested: {
    title: (n, isRest) => `${count(n, isRest ? 'other request' : 'request')} to edit`,
    note: 'An approver requested changes.',
    href: paths.requests({ state: 'open' }),
    icon: PencilLine,
    tone: 'warn',
  },
}

/**
 * Only administrators see the number of ownership gaps. Everyone else sees only the gaps that Home lists by name.
 * @param named by kind, how many subjects Home already lists by name; they aren’t counted again
 */
export function shownTasks(tasks: readonly Task[], isAdmin: boolean, named: Partial<Record<Task['kind'], number>> = {}): ShownTask[] {
  return tasks
    .filter(({ kind }) => taskRows[kind] !== undefined && (isAdmin || kind !== 'ownershipGaps'))
    .map(({ kind, count: number }) => ({ kind, count: number - (named[kind] ?? 0), isRest: (named[kind] ?? 0) > 0 }))
    .filter((task) => task.count > 0)
}

export function TaskRows({ tasks }: { tasks: readonly ShownTask[] }) {
  return Object.entries(taskRows).flatMap(([kind, { title, ...row }]) => {
    const task = tasks.find((each) => each.kind === kind)
    return task ? [<Row key={kind} {...row} title={title(task.count, task.isRest)} />] : []
  })
}
