export const notificationLabels = {
  title: 'Notifications',
  unread: (notifications: number) => `Notifications, ${notifications} new`,
} as const
