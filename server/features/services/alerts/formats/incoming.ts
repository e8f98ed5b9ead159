import type { AlertSource, AlertState } from '../../../../db/tables.ts'

export type Priority = 1 | 2 | 3 | 4 | 5

/** An alert in any format. All its text comes from outside and has been cleaned and cut. */
export interface Incoming {
  source: AlertSource
  /** Key of the alert group within the account. */
  same: string[]
  /** Key for detecting repeated deliveries; undefined if each delivery is new. */
  once: string[] | undefined
  state: AlertState
  /** Whether the alert counts as a firing; a resolution doesn't. */
  fires: boolean
  /** Time of the event, if the sender's time is reliable for ordering. */
  at: Date | undefined
  title: string
  priority: Priority
  resource: string | undefined
  link: string | undefined
  facts: Facts
  /** The payload, for incidents without readable text. */
  payload: unknown
}

export interface Facts {
  what: string | undefined
  where: string | undefined
  since: Date | undefined
  /** Measured value and threshold. */
  measured: string | undefined
  severity: string | undefined
  rule: string | undefined
  more: string[]
}
