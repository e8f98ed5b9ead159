import { getMyNotificationSettings } from './getMyNotificationSettings.ts'
import { listNotifications } from './listNotifications.ts'
import { markNotificationsRead } from './markNotificationsRead.ts'
import { updateMyNotificationSettings } from './updateMyNotificationSettings.ts'

export const notificationOperations = [listNotifications, markNotificationsRead, getMyNotificationSettings, updateMyNotificationSettings]
