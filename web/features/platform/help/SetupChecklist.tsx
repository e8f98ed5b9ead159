import { useQueries } from '@tanstack/react-query'
import { listApprovalPolicies } from '../../../api/approvalPolicies.ts'
import { getDoctorReport, listConnectors } from '../../../api/cockpitQueries.ts'
import { listNotificationChannels } from '../../../api/notificationAdmin.ts'
import { listAccountsAdv } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { helpLabels } from './labels.ts'

interface SetupStep {
  label: string
  href: string
  /** Undefined until the facts are loaded, or if they can’t be. */
  done: boolean | undefined
  note: string
}

export function SetupChecklist({ onNavigate }: { onNavigate: () => void }) {
  const steps = useSetupSteps()
  const completedCount = steps.filter(({ done }) => done).length
  return (
    <section aria-label={helpLabels.setup}>
      <h3 className="rule-double mb-1 flex justify-between gap-2 pb-1">
        {helpLabels.setup}
        <span className="text-sm font-normal text-ink-2">
          {completedCount} of {steps.length} done
        </span>
      </h3>
      <ol className="divide-y divide-line">
        {steps.map(({ label, href, done, note }) => (
          <li key={label} className="flex items-baseline justify-between gap-3 py-1.5">
            <span onClickCapture={onNavigate}>
              <Link href={href}>{label}</Link>
            </span>
            <span className="text-right text-sm text-ink-2">
              <Status tone={done === undefined ? 'neutral' : done ? 'ok' : 'warn'}>{note}</Status>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function useSetupSteps(): SetupStep[] {
  const [connectors, doctor, accounts, policies, channels] = useQueries({
    queries: [
      listConnectors(),
      getDoctorReport(true),
      listAccountsAdv({ size: 1, filter: 'status==active' }),
      listApprovalPolicies(),
      listNotificationChannels(),
    ],
  })
  const failing = connectors.data?.connectors.filter(({ state }) => state === 'down' || state === 'troubled').length
  const report = doctor.data?.report
  const failed = report?.checks.filter(({ status }) => status === 'failed').length
  const missing = policies.data?.filter(({ live }) => !live).length
  const chats = channels.data?.items.filter(({ type, enabled }) => type !== 'mail' && enabled).length
  return [
    step('Connect external systems', paths.cockpit('connectors'), failing, (number) => number === 0, {
      done: 'All working',
      open: (number) => `${number} failing`,
    }),
    step('Check permissions with doctor', paths.cockpit('doctor'), doctor.data && (failed ?? -1), (number) => number === 0, {
      done: 'No failed checks',
      open: (number) => (number < 0 ? 'Not run yet' : count(number, 'failed check')),
    }),
    step('Add accounts', paths.accounts(), accounts.data?.total, (number) => number > 0, {
      done: (number) => count(number, 'account'),
      open: () => 'None yet',
    }),
    step('Approve policies', paths.policies(), missing, (number) => number === 0, {
      done: 'All live',
      open: (number) => `${number} not live`,
    }),
    step('Connect a chat or webhook', paths.notificationAdmin(), chats, (number) => number > 0, {
      done: (number) => count(number, 'channel'),
      open: () => 'None yet',
    }),
  ]
}

function step(
  label: string,
  href: string,
  figure: number | undefined,
  isDone: (figure: number) => boolean,
  notes: { done: string | ((figure: number) => string); open: (figure: number) => string },
): SetupStep {
  if (figure === undefined) return { label, href, done: undefined, note: 'Checking…' }
  const done = isDone(figure)
  return { label, href, done, note: done ? (typeof notes.done === 'string' ? notes.done : notes.done(figure)) : notes.open(figure) }
}
