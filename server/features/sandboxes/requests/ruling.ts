import type { ApprovalRuling } from '../../../db/tables.ts'
import { formatMoneyText } from '../../accounts/updates/labels.ts'
import { toText } from '../sandboxes/lease.ts'

/** A sandbox that used up its budget within this time counts against its requester. */
export const recordDays = 90

/** For an extension, these are the totals that the sandbox would have. */
export interface RequestedService {
  /** Minor units. */
  budget: number
  currency: string
  hours: number
  overruns: number
}
export interface Ruling {
  automatic: boolean
  /** Approval is needed even if a policy would approve automatically. */
  required?: true
  why: string[]
}

const and = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

export const alwaysNeedsApproval = 'This template always needs approval.'

/** Decides by the template’s rule whether approval is needed. */
export function rule(approval: ApprovalRuling, asked: RequestedService): Ruling {
  if (approval.mode === 'required') return { automatic: false, required: true, why: [alwaysNeedsApproval] }
  if (approval.mode === 'automatic') return { automatic: true, why: ['Approved automatically: this template needs no approval.'] }
  const { budget, hours, cleanRecord } = approval
  const { currency } = asked
  const money = (amount: number) => formatMoneyText({ amount, currency })
  const dearer = budget !== undefined && asked.budget > budget
  const longer = hours !== undefined && asked.hours > hours
  const marked = cleanRecord === true && asked.overruns > 0
  if (dearer || longer || marked) {
    const bounds = [...(dearer ? [`up to ${money(budget)}`] : []), ...(longer ? [`for up to ${toText(hours)}`] : [])]
    const within = and(bounds)
    return {
      automatic: false,
      why: [
        ...(within
          ? [`${within.charAt(0).toUpperCase()}${within.slice(1)} it ${marked ? 'could' : 'would'} be approved automatically.`]
          : []),
        ...(marked
          ? [
              `Approval needed, because ${asked.overruns === 1 ? 'a sandbox' : `${asked.overruns} sandboxes`} of the requester used up ${asked.overruns === 1 ? 'its' : 'their'} budget in the last ${recordDays} days.`,
            ]
          : []),
      ],
    }
  }
  const reasons = [
    ...(budget === undefined ? [] : [`${money(asked.budget)} is within ${money(budget)}`]),
    ...(hours === undefined ? [] : [`${toText(asked.hours)} ${asked.hours === 1 ? 'is' : 'are'} within ${toText(hours)}`]),
    ...(cleanRecord ? [`no sandbox of the requester used up its budget in the last ${recordDays} days`] : []),
  ]
  // A rule without limits approves nothing; templates reject such a rule anyway.
  return reasons.length > 0
    ? { automatic: true, why: [`Approved automatically: ${and(reasons)}.`] }
    : { automatic: false, why: [alwaysNeedsApproval] }
}
