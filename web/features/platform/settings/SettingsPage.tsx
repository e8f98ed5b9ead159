import { useQuery } from '@tanstack/react-query'
import { listSettings } from '../../../api/adminQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LeaveCheck } from '../../../shared/LeaveCheck.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { MaintenanceForm } from './MaintenanceForm.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import { SimpleSetting } from './SimpleSetting.tsx'
import { StepUpSetting } from './StepUpSetting.tsx'
import { SwitchSetting } from './SwitchSetting.tsx'
import { TicketSetting } from './TicketSetting.tsx'
import type { Setting } from './types.ts'

const originLabels = { environment: 'Set', file: 'Set from a file', default: 'Default' }

export function SettingsPage() {
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const list = useQuery({ ...listSettings(), enabled: isResponsible === true })
  if (currentUser && !isResponsible)
    return <AccessDeniedPage reason="Only administrators and auditors can see settings." homeHref={paths.home()} />
  return (
    <Page
      title="Settings"
      description={
        <>
          Settings for all users. Changes apply immediately. See{' '}
          <Link href={paths.audit({ filter: 'subjectKind==setting' })}>all setting changes</Link> in the audit trail.
        </>
      }
      width="narrow"
    >
      {!list.data ? (
        <Panel>
          <Loading subject="the settings" query={list} lines={8} />
        </Panel>
      ) : (
        <div className="space-y-5">
          <LeaveCheck>
            {list.data.settings.map((setting) => (
              <Panel key={setting.name} title={setting.title}>
                <div className="space-y-4">
                  <Form setting={setting} />
                  <SettingHistory setting={setting} />
                </div>
              </Panel>
            ))}
          </LeaveCheck>
          <Panel title="Configuration" flush>
            <p className="px-4 pt-3 text-sm text-ink-2">
              Slipway reads these variables when it starts. Values aren’t shown, because some are secrets.
            </p>
            <ul className="grid gap-x-6 px-4 py-3 sm:grid-cols-2">
              {list.data.configuration.map(({ name, from }) => (
                <li key={name} className="flex min-w-0 items-baseline justify-between gap-3 py-0.5">
                  <code className="min-w-0 font-mono text-sm wrap-anywhere">{name}</code>
                  <span className="shrink-0 text-sm text-ink-2">{originLabels[from]}</span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </Page>
  )
}

function Form({ setting }: { setting: Setting }) {
  if (setting.name === 'maintenance') return <MaintenanceForm setting={setting} />
  if (setting.name === 'stepUp') return <StepUpSetting setting={setting} />
  if (setting.name === 'pimTickets') return <TicketSetting setting={setting} />
  if (typeof setting.value === 'boolean') return <SwitchSetting setting={setting} />
  return <SimpleSetting setting={setting} />
}
