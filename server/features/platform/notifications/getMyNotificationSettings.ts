import { operation } from '../../../http/operation.ts'
import { mailTo } from '../../../notifications/mailTo.ts'
import { NotificationSettings } from '../../../notifications/schemas.ts'
import { presentSettings, readSettings } from '../../../notifications/settings.ts'

export const getMyNotificationSettings = operation({
  id: 'getMyNotificationSettings',
  method: 'GET',
  path: '/me/notification-settings',
  tag: 'notifications',
  summary: 'Get your email notification settings',
  description: 'The portal always shows all notifications.',
  access: 'signedIn',
  answers: { 200: NotificationSettings },
  async handler({ db, actor, config }) {
    const [settingsOf, mail] = await Promise.all([readSettings(db, [actor.id]), mailTo(db, config, actor.id)])
    return presentSettings(settingsOf(actor.id), mail)
  },
})
