import type { NotificationKind } from './kinds.ts'

export interface Notification {
  kind: NotificationKind
  subjectKind: string
  subjectId: string
  /** Plain text. User input is never parsed as markup in any format. */
  title: string
  body: string
  /** A person gets a notification with this key once, even if it is sent several times. */
  key: string
}
