import type { AlertSource, AlertState } from '../../../../db/tables.ts'

export type Priority = 1 | 2 | 3 | 4 | 5

/** An alert in any format. All its text comes from the sender, and has been cleaned and truncated. */
export interface ParsedAlert {
  source: AlertSource
  /** Key of the alert group. It is unique within the account. */
  same: string[]
  /** Key by which a repeated delivery is detected; undefined if each delivery is new. */
  once: string[] | undefined
  state: AlertState
  isFiring: boolean
  /** Time of the event; undefined if the sender's time is too unreliable to order events. */
  at: Date | undefined
  title: string
  priority: Priority
  resource: string | undefined
  link: string | undefined
  facts: Facts
  payload: unknown
}

interface Facts {
  what: string | undefined
  where: string | undefined
  since: Date | undefined
  measured: string | undefined
  severity: string | undefined
  rule: string | undefined
  more: string[]
}
