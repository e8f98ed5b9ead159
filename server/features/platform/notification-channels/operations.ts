import { createNotificationChannel } from './createNotificationChannel.ts'
import { deleteNotificationChannel } from './deleteNotificationChannel.ts'
import { getDeliveryOptions } from './getDeliveryOptions.ts'
import { listDeliveries } from './listDeliveries.ts'
import { listNotificationChannels } from './listNotificationChannels.ts'
import { redeliverNotification } from './redeliverNotification.ts'
import { rotateNotificationSecret } from './rotateNotificationSecret.ts'
import { testNotificationChannel } from './testNotificationChannel.ts'
import { updateNotificationChannel } from './updateNotificationChannel.ts'

export const notificationChannelOperations = [
  listNotificationChannels,
  createNotificationChannel,
  updateNotificationChannel,
  deleteNotificationChannel,
  rotateNotificationSecret,
  testNotificationChannel,
  listDeliveries,
  getDeliveryOptions,
  redeliverNotification,
]
