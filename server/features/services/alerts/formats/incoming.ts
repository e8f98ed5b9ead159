import type { AlertSource, AlertState } from '../../../../db/tables.ts'

export type Priority = 1 | 2 | 3 | 4 | 5

/** One alert of a delivery, whatever it was sent as. Everything in it is plain text from outside, cleaned and cut. */
export interface Incoming {
  source: AlertSource
  /** What makes it the same trouble as another alert of the account. */
  same: string[]
  /** What makes it the same event as one that was delivered already; undefined: each is new. */
  once: string[] | undefined
  state: AlertState
  /** Whether it says that something fires; the end of something does not count. */
  fires: boolean
  /** When it happened, where the sender's word on it can be relied on for the order of events. */
  at: Date | undefined
  title: string
  priority: Priority
  resource: string | undefined
  link: string | undefined
  facts: Facts
  /** What is written out when no readable text is wanted. */
  payload: unknown
}

/** What the readable text says. */
export interface Facts {
  what: string | undefined
  where: string | undefined
  since: Date | undefined
  /** What was measured and where it should have stayed. */
  measured: string | undefined
  severity: string | undefined
  rule: string | undefined
  /** One line each. */
  more: string[]
}
