import type { Subject } from '../../../subjects/subject.ts'

export const notificationSettingsSubject = {
  kind: 'notificationSettings',
  page: () => '/me/notifications',
} satisfies Subject
