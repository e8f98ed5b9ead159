import { Failure } from '../../../errors.ts'
import type { QueueName } from '../../../workflows/jobs.ts'
import { allSchedules } from '../../../workflows/pauses.ts'
import { type QueueText, scheduleTitles } from './scheduleTitles.ts'

const titles: Record<QueueName | typeof allSchedules, QueueText> = {
  [allSchedules]: {
    title: 'All schedules',
    does: 'All recurring work.',
    whilePaused: 'Access and requests don’t expire, reminders and escalations aren’t sent, and the directory isn’t read.',
  },
  work: {
    title: 'Runs',
    does: 'Carries out approved requests, step by step.',
    whilePaused: 'Approved requests aren’t carried out, and cancelled runs aren’t rolled back.',
  },
  syncDirectory: {
    title: 'Directory',
    does: 'Refreshes people and approver groups.',
    whilePaused: 'People who leave stay active in Slipway, and new people are missing.',
  },
  checkHealth: {
    title: 'Account health',
    does: 'Reads the health of all accounts from Resource Graph.',
    whilePaused: 'Health scores and findings become out of date.',
  },
  reconcileAccess: {
    title: 'Access drift scans',
    does: 'Compares the directory with recorded access.',
    whilePaused: 'Changes made outside Slipway aren’t found.',
  },
  groupAlerts: {
    title: 'Alerts',
    does: 'Groups new alerts by cause.',
    whilePaused: 'Alerts are still accepted, but no incidents are opened for them.',
  },
  syncAlertsToServiceNow: {
    title: 'Alerts to ServiceNow',
    does: 'Sends changes to alert groups to ServiceNow.',
    whilePaused: 'No incidents are opened or resolved for alerts.',
  },
  meterSandboxes: {
    title: 'Sandbox spend',
    does: 'Calculates the cost of resources in sandboxes.',
    whilePaused: 'Sandboxes keep running even if they exceed their budget.',
  },
  replayPolicy: {
    title: 'Policy replays',
    does: 'Replays past requests with a draft policy.',
    whilePaused: 'Replays don’t start.',
  },
  verifyAudit: {
    title: 'Audit',
    does: 'Checks that the audit trail is unchanged.',
    whilePaused: 'The audit trail isn’t verified.',
  },
  checkInvariants: {
    title: 'Data invariants',
    does: 'Checks that the data follows its rules.',
    whilePaused: 'Data that violates a rule isn’t found.',
  },
}

export const queueTitles = { ...scheduleTitles, ...titles }
type PausableName = keyof typeof queueTitles

const isOurs = (name: string): name is PausableName => Object.hasOwn(queueTitles, name)

export function titleOfQueue(name: string): QueueText {
  return isOurs(name) ? queueTitles[name] : { title: name, does: 'A queue of another Slipway version.', whilePaused: 'Its jobs don’t run.' }
}

/** @throws notFound */
export function requireQueue(name: string): PausableName {
  if (!isOurs(name)) throw new Failure('notFound', 'This queue doesn’t exist.')
  return name
}
