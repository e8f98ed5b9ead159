import type { NotificationKind } from './kinds.ts'

export interface Notification {
  kind: NotificationKind
  subjectKind: string
  subjectId: string
  /** Plain text; user input stays text in every format. */
  title: string
  body: string
  /** A person gets a notification with this key once, however often it is sent. */
  key: string
}
