import { paths } from '../../../paths.ts'

export const meTabs = [
  { id: 'away', label: 'Absence', href: paths.away() },
  { id: 'notifications', label: 'Notifications', href: paths.myNotifications() },
  { id: 'sessions', label: 'Sessions', href: paths.mySessions() },
]
