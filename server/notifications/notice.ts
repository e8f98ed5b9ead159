import type { NoticeKind } from './kinds.ts'

export interface Notice {
  kind: NoticeKind
  subjectKind: string
  subjectId: string
  /** Plain text; what a requester typed stays text wherever it is shown. */
  title: string
  body: string
  /** The same key reaches a person once, however often the sender runs. */
  key: string
}
