import { listNotifications } from './listNotifications.ts'
import { markNotificationsRead } from './markNotificationsRead.ts'

export const notificationOperations = [listNotifications, markNotificationsRead]
