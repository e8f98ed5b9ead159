import { createHash, randomUUID } from 'node:crypto'
import type { AlertDetail, AlertState } from '../../../db/tables.ts'
import { describe } from './formats/describe.ts'
import type { ParsedAlert, Priority } from './formats/incoming.ts'

interface AlertDefaultValues {
  configurationItem?: string
  assignmentGroup?: string
  priority?: Priority
  humanReadable?: boolean
}

export interface NewAlertEvent {
  account_id: string
  key_id: string
  fingerprint: Buffer
  event_hash: Buffer
  state: AlertState
  fires: boolean
  at: Date
  received_at: Date
  detail: string
}

export function toAlertEvents(
  alerts: ParsedAlert[],
  defaultValues: AlertDefaultValues,
  from: { accountId: string; keyId: string; now: Date },
): NewAlertEvent[] {
  const { accountId, keyId, now } = from
  const fingerprints = alerts.map(({ source, same }) => hash([source, ...same]))
  const lastIndexes = new Map(fingerprints.map((fingerprint, index) => [fingerprint.toString('hex'), index]))
  return alerts.map((alert, index) => {
    const fingerprint = fingerprints[index]!
    const detail: AlertDetail = {
      source: alert.source,
      title: alert.title,
      // Only the last alert of a group in a delivery needs its description, because it would replace the earlier ones.
      description: lastIndexes.get(fingerprint.toString('hex')) === index ? describe(alert, defaultValues.humanReadable === true) : '',
      resource: alert.resource ?? null,
      link: alert.link ?? null,
      priority: defaultValues.priority ?? alert.priority,
      configurationItem: defaultValues.configurationItem?.trim() || null,
      assignmentGroup: defaultValues.assignmentGroup?.trim() || null,
    }
    return {
      account_id: accountId,
      key_id: keyId,
      fingerprint,
      event_hash: hash(alert.once ? [alert.source, ...alert.once] : [randomUUID()]),
      state: alert.state,
      fires: alert.isFiring,
      at: alert.at && alert.at < now ? alert.at : now,
      received_at: now,
      detail: JSON.stringify(detail),
    }
  })
}

function hash(hashedTexts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(hashedTexts)).digest()
}
