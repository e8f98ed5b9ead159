import { useQuery } from '@tanstack/react-query'
import { getMyNotificationSettings } from '../../../api/me.ts'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeSettings } from './describeSettings.ts'
import { MailTimes } from './MailTimes.tsx'
import { meTabs } from './meTabs.ts'
import { NotificationGroups } from './NotificationGroups.tsx'
import type { SettingsChange } from './types.ts'

export function NotificationsPage() {
  const settings = useQuery(getMyNotificationSettings())
  const update = useCall('updateMyNotificationSettings', ['notificationSettings'])
  const { data } = settings
  const change = async (body: SettingsChange) => {
    if (!data) return
    try {
      await update.mutateAsync({ body, headers: ifMatch(data.version) })
      announce('Saved')
    } catch (error) {
      const { code, message } = problemOf(error)
      toast.bad('Couldn’t save your settings', {
        description: code === 'versionMismatch' ? 'The settings changed in another window. The current settings are shown.' : message,
      })
      void settings.refetch()
    }
  }
  return (
    <Page
      title="Notifications"
      description="All notifications appear under the bell. Choose which ones you also get by email."
      width="narrow"
      tabs={<Tabs label="Your settings" current="notifications" items={meTabs} />}
    >
      {!data ? (
        <Panel>
          <Loading subject="your settings" query={settings} lines={9} />
        </Panel>
      ) : (
        <div className="space-y-5">
          {data.mail.problem ? (
            <Banner tone="warn" title="Email isn’t available right now">
              {data.mail.problem}
            </Banner>
          ) : (
            <p className="max-w-prose">{describeSettings(data)}</p>
          )}
          <NotificationGroups settings={data} busy={update.isPending} onChange={change} />
          <MailTimes key={data.version} settings={data} busy={update.isPending} onChange={change} />
        </div>
      )}
    </Page>
  )
}
