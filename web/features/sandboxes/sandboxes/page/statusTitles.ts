import { sandboxStatusLabels as labels } from '../../../../../client/sandboxStatusLabels.ts'

/** Each title starts with the label that lists and cards have for the status. */
export const statusTitles = {
  active: labels.active,
  activeUntil: (limit: string) => `${labels.active}: ${limit}`,
  ending: labels.expiring,
  endingWith: (limit: string) => `${labels.expiring}: ${limit}`,
  queued: labels.queued,
  settingUp: labels.provisioning,
  frozenByOwner: `${labels.frozen} by an owner`,
  frozenByAdmin: `${labels.frozen} by an administrator`,
  noBudget: `${labels.frozen}: budget used up`,
  deleting: labels.deleting,
  deletedBy: (person: string) => `${labels.deleting}: requested by ${person}`,
  leaseEnded: `${labels.deleting}: lease ended`,
  removing: `${labels.deleting}: removal in progress`,
  removalFailed: labels.quarantined,
  setupFailed: labels.failed,
  deleted: labels.deleted,
} as const
