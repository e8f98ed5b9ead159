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
import { readConnectors, type SetupStep, setupStep } from './setupStep.ts'

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
  return [
    setupStep('Connect external systems', paths.cockpit('connectors'), connectors, ({ connectors }) =>
      readConnectors(connectors.map(({ state }) => state)),
    ),
    setupStep('Check permissions with doctor', paths.cockpit('doctor'), doctor, ({ report }) => {
      if (!report) return [false, 'Not run yet']
      const failed = report.checks.filter(({ status }) => status === 'failed').length
      return failed === 0 ? [true, 'No failed checks'] : [false, count(failed, 'failed check')]
    }),
    setupStep('Add accounts', paths.accounts(), accounts, ({ total }) =>
      total > 0 ? [true, count(total, 'account')] : [false, 'None yet'],
    ),
    setupStep('Approve policies', paths.policies(), policies, (items) => {
      const missing = items.filter(({ live }) => !live).length
      return missing === 0 ? [true, 'All live'] : [false, `${missing} not live`]
    }),
    setupStep('Connect a chat or webhook', paths.notificationAdmin(), channels, ({ items }) => {
      const chats = items.filter(({ type, enabled }) => type !== 'mail' && enabled).length
      return chats > 0 ? [true, count(chats, 'channel')] : [false, 'None yet']
    }),
  ]
}
