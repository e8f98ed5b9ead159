import { Failure } from '../../../errors.ts'
import type { QueueName } from '../../../workflows/jobs.ts'
import { allSchedules } from '../../../workflows/pauses.ts'
import { type QueueWords, scheduleTitles } from './scheduleTitles.ts'

const titles: Record<QueueName | typeof allSchedules, QueueWords> = {
  [allSchedules]: {
    title: 'All schedules',
    does: 'Everything that recurs.',
    whilePaused: 'Nothing expires, not even access. Nobody is reminded, nothing is escalated, and the directory is not read.',
  },
  work: {
    title: 'Work',
    does: 'Carries on with what was approved, step by step.',
    whilePaused: 'Nothing that was approved goes on, and nothing that was called off is taken back.',
  },
  syncDirectory: {
    title: 'Directory',
    does: 'Brings people and approver groups up to date.',
    whilePaused: 'Who leaves the directory stays known here, and who joins is not.',
  },
  checkHealth: {
    title: 'Health of accounts',
    does: 'Asks Resource Graph about all accounts.',
    whilePaused: 'Scores and findings of accounts get old.',
  },
  reconcileAccess: {
    title: 'Access',
    does: 'Compares the directory with the record.',
    whilePaused: 'What was changed in the directory past Slipway is not found.',
  },
  foldAlerts: {
    title: 'Alerts',
    does: 'Counts alerts that have arrived as what they are about.',
    whilePaused: 'Alerts are still taken in, and wait: nobody hears of them.',
  },
  tellAlerts: {
    title: 'Alerts to ServiceNow',
    does: 'Tells ServiceNow what it does not know of the alerts yet.',
    whilePaused: 'No incident is opened or resolved for an alert.',
  },
  meterSandboxes: {
    title: 'Spend of sandboxes',
    does: 'Prices what is deployed in them.',
    whilePaused: 'Sandboxes run on, also over their budget.',
  },
  replayPolicy: {
    title: 'Policy replays',
    does: 'Tries a draft of a policy on past requests.',
    whilePaused: 'Replays wait.',
  },
  verifyAudit: {
    title: 'Audit',
    does: 'Checks that nothing of the audit trail was changed.',
    whilePaused: 'The audit trail is not verified.',
  },
  checkInvariants: {
    title: 'Data invariants',
    does: 'Checks rules that the data must always follow.',
    whilePaused: 'Data that violates a rule is not found.',
  },
}

/** What each queue and each schedule does, for people, and what does not happen while it is paused. */
export const queueTitles = { ...scheduleTitles, ...titles }
type PausableName = keyof typeof queueTitles

const isOurs = (name: string): name is PausableName => Object.hasOwn(queueTitles, name)

export function titleOfQueue(name: string): QueueWords {
  return isOurs(name)
    ? queueTitles[name]
    : { title: name, does: 'A queue of another version of Slipway.', whilePaused: 'What it does does not happen.' }
}

/** @throws notFound */
export function requireQueue(name: string): PausableName {
  if (!isOurs(name)) throw new Failure('notFound', 'There is no such queue.')
  return name
}
