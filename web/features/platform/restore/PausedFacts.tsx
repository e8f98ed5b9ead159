import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { restoreLabels } from './labels.ts'

export function PausedFacts() {
  return (
    <Panel title={restoreLabels.pause}>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-3">
        <Facts title="Works now">
          <li>People can sign in and read everything.</li>
          <li>Administrators can end sessions and revoke API keys.</li>
          <li>Administrators can cancel runs and pause queues.</li>
          <li>Alerts are accepted.</li>
        </Facts>
        <Facts title="Starts after you accept">
          <li>Queued runs, schedules and notifications.</li>
          <li>Incidents from accepted alerts.</li>
          <li>Changes, requests and approvals, which are rejected now.</li>
        </Facts>
        <Facts title="Before you accept">
          <li>Correct the external systems where Slipway must not act on a difference, then compare again.</li>
          <li>
            To stop a pending deletion, pause <Link href={paths.cockpit('queues')}>runs and all schedules</Link>. Undo it after the
            acceptance, then resume both.
          </li>
          <li>
            Revoke the <Link href={paths.apiKeys()}>API keys</Link> again that were revoked after the time of the data, because they work
            again.
          </li>
          <li>Note erasures of personal data after the time of the data. Repeat them after you accept.</li>
        </Facts>
      </div>
    </Panel>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 pl-4 text-sm text-ink-2">{children}</ul>
    </div>
  )
}
