import { operation } from '../../../http/operation.ts'
import { mailTo } from '../../../notifications/mailTo.ts'
import { NotificationSettings } from '../../../notifications/schemas.ts'
import { loadSettings, presentSettings } from '../../../notifications/settings.ts'

export const getMyNotificationSettings = operation({
  id: 'getMyNotificationSettings',
  method: 'GET',
  path: '/me/notification-settings',
  tag: 'notifications',
  summary: 'Get your email notification settings',
  description: 'The portal always shows all notifications.',
  access: 'signedIn',
  responses: { 200: NotificationSettings },
  async handler({ db, actor, config }) {
    const [settingsOf, mail] = await Promise.all([loadSettings(db, [actor.id]), mailTo(db, config, actor.id)])
    return presentSettings(settingsOf(actor.id), mail)
  },
})
