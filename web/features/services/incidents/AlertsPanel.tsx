import { useQuery } from '@tanstack/react-query'
import { BellRing, ExternalLink } from 'lucide-react'
import { alertsPageSize, listAlerts } from '../../../api/incidentQueries.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { TicketLink } from '../../../shared/TicketLink.tsx'
import { useAccountPage } from '../../../shared/useAccountPage.ts'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Badge, Status } from '../../../ui/Status.tsx'
import { TablePager } from '../../../ui/TablePager.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { alertStateLabels, resourceName, severityDisplays, sourceLabels } from './incidentLabels.ts'
import { incidentLabels } from './labels.ts'
import type { Account, Alert } from './types.ts'

export function AlertsPanel({ account }: { account: Account }) {
  const { page, onPage } = useAccountPage()
  const list = useQuery(listAlerts(account.id, page))
  return (
    <Panel
      flush
      title={incidentLabels.alerts}
      description="Alerts from the account’s monitoring. Duplicates are grouped, and each group has one incident."
    >
      {list.data ? (
        list.data.items.length > 0 ? (
          <ul
            aria-label={incidentLabels.alerts}
            aria-busy={list.isPlaceholderData}
            className={cx('divide-y divide-line transition-opacity duration-(--calm)', list.isPlaceholderData && 'opacity-50')}
          >
            {list.data.items.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        ) : (
          <div className="p-4">
            <EmptyState icon={BellRing} title={incidentLabels.noAlerts}>
              Create an alert key below, then add its URL to Azure Monitor, Alertmanager or another tool.
            </EmptyState>
          </div>
        )
      ) : (
        <div className="p-4">
          <Loading subject="the alerts" query={list} lines={6} />
        </div>
      )}
      {list.data && list.data.total > alertsPageSize && (
        <TablePager
          page={{ page: list.data.page, size: list.data.size, total: list.data.total, atLeast: list.data.totalIsCapped }}
          onPage={onPage}
          selected={undefined}
          onClear={() => undefined}
          bulk={null}
          busy={list.isPlaceholderData}
        />
      )}
    </Panel>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const { tone, label } = severityDisplays[alert.severity]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{alert.title}</span>
          {alert.count > 1 && (
            <Badge tone={alert.state === 'firing' ? tone : 'neutral'}>
              <span aria-hidden>{formatNumber(alert.count)}×</span>
              <span className="sr-only">{formatNumber(alert.count)} times</span>
            </Badge>
          )}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
          {alert.resource && (
            <>
              <span title={alert.resource}>{resourceName(alert.resource)}</span> ·{' '}
            </>
          )}
          {sourceLabels[alert.source]} · {alert.count > 1 && 'last '}
          <RelativeTime at={alert.lastSeen} />
          {alert.link && (
            <>
              {' · '}
              <Link className="inline-flex items-center gap-1" href={alert.link} target="_blank" rel="noreferrer">
                View source
                <ExternalLink size={12} aria-hidden />
                <span className="sr-only">: {alert.title}, in a new tab</span>
              </Link>
            </>
          )}
        </p>
        {alert.problem && <p className="mt-1 max-w-prose text-sm wrap-anywhere text-warn">{alert.problem}</p>}
      </div>
      <div className="grid grid-cols-[6.5rem_5rem] items-center gap-x-3 gap-y-1 text-sm sm:grid-cols-[6.5rem_11rem]">
        <Status tone={tone}>{label}</Status>
        <Status tone={alert.state === 'firing' ? 'bad' : 'ok'}>{alertStateLabels[alert.state]}</Status>
        <span className="col-span-2 text-ink-2 sm:col-span-1 sm:col-start-2">
          {alert.incident ? (
            <>
              <TicketLink number={alert.incident.number} url={alert.incident.link} /> {alert.incident.status}
            </>
          ) : alert.state === 'cleared' && !alert.problem ? (
            'No incident'
          ) : (
            'No incident yet'
          )}
        </span>
      </div>
    </li>
  )
}
