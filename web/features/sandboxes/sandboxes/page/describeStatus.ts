import { formatRemaining } from '../../../../ui/format.ts'
import type { Tone } from '../../../../ui/Status.tsx'
import { budgetUsed, nearLimit, queuePosition } from '../labels.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import { statusTitles } from './statusTitles.ts'
import type { DialogName, Sandbox } from './types.ts'

interface StatusText {
  title: string
  text: string
  tone: Tone
  next: { dialog: DialogName; label: string }[]
}

const soonMs = 48 * 3_600_000

/** Returns `freezes in 5 hours` or, if the expected time has passed, `freezes soon`; undefined if the budget lasts longer. */
export function describeFreeze({ budget: { freezesAt } }: Sandbox, now: number): string | undefined {
  const remaining = freezesAt ? Date.parse(freezesAt) - now : soonMs
  return remaining < soonMs ? `freezes ${remaining > 0 ? `in ${formatRemaining(remaining)}` : 'soon'}` : undefined
}

export function describeStatus(sandbox: Sandbox, now: number): StatusText {
  const { status, budget, can, extension } = sandbox
  const freezes = describeFreeze(sandbox, now)
  const limit = freezes ?? (budget.percent >= nearLimit ? budgetUsed(budget.percent) : undefined)
  const offer = (...steps: [DialogName, string, keyof Sandbox['can']][]) =>
    steps.filter(([, , action]) => can[action] === true).map(([dialog, label]) => ({ dialog, label }))
  switch (status) {
    case 'queued':
      return queued(sandbox)
    case 'provisioning':
      return {
        title: statusTitles.settingUp,
        text: 'The lease starts when the sandbox is ready, and its owners are notified.',
        tone: 'busy',
        next: [],
      }
    case 'failed':
      return {
        title: statusTitles.setupFailed,
        text: 'An administrator can retry the setup, or an owner can delete the sandbox. The lease hasn’t started.',
        tone: 'bad',
        next: offer(['delete', sandboxPageLabels.delete, 'delete']),
      }
    case 'expiring':
      return {
        title: limit ? statusTitles.endingWith(limit) : statusTitles.ending,
        text: `Compute and access stop when the ${freezes ? 'budget is used up' : 'lease ends'}. When the lease ends, ${extension ? 'an undecided extension is withdrawn, and ' : ''}you have 24 hours to restore the sandbox.`,
        tone: 'warn',
        next: offer(['extend', 'Extend', 'extend'], ['delete', 'Delete now', 'delete']),
      }
    case 'frozen':
      return frozen(sandbox, offer)
    case 'deleting':
      return deleting(sandbox, offer)
    case 'quarantined':
      return {
        title: statusTitles.removalFailed,
        text: 'Three attempts failed. You can no longer access the sandbox. Administrators will remove the remaining resources.',
        tone: 'bad',
        next: [],
      }
    case 'deleted':
      return {
        title: statusTitles.deleted,
        text: 'All resources were removed, and Slipway verified the removal. The spend and activity are kept.',
        tone: 'neutral',
        next: [],
      }
    default:
      if (limit)
        return {
          title: statusTitles.activeUntil(limit),
          text: 'When the budget is used up, the sandbox is frozen: compute and access are suspended, and all data is kept.',
          tone: 'warn',
          next: offer(['extend', sandboxPageLabels.moreBudget, 'extend'], ['freeze', 'Freeze now', 'freeze']),
        }
      return {
        title: statusTitles.active,
        text: 'The lease ends automatically. Owners are reminded before the end and when the budget runs low.',
        tone: 'ok',
        next: [],
      }
  }
}

function queued({ queue }: Sandbox): StatusText {
  return {
    title: statusTitles.queued,
    text: `${queue ? `${queuePosition(queue.position)}, because all` : 'All'} sandbox hosts are in use. Setup starts in queue order when there is capacity, and we notify the owners.`,
    tone: 'info',
    next: [],
  }
}

type Offer = (...steps: [DialogName, string, keyof Sandbox['can']][]) => StatusText['next']

const switchedOff = 'Compute and access are suspended. All data is kept, and the lease continues.'

function frozen({ frozen: state, budget, extension }: Sandbox, offer: Offer): StatusText {
  if (state?.cause === 'budget')
    return {
      title: statusTitles.noBudget,
      text: `${switchedOff} ${extension?.budget ? 'More budget is requested.' : 'To resume the sandbox, extend it with more budget.'}`,
      tone: 'info',
      next: offer(
        ['extend', sandboxPageLabels.moreBudget, 'extend'],
        ['resume', sandboxPageLabels.resume, 'resume'],
        ['delete', sandboxPageLabels.delete, 'delete'],
      ),
    }
  const spent = budget.limitReachedAt !== null
  return {
    title: state?.cause === 'admin' ? statusTitles.frozenByAdmin : statusTitles.frozenByOwner,
    text: spent ? `${switchedOff} The budget is also used up.` : switchedOff,
    tone: 'info',
    next: offer(['resume', sandboxPageLabels.resume, 'resume'], ['extend', 'Extend', 'extend']),
  }
}

function deleting({ deletion, extension }: Sandbox, offer: Offer): StatusText {
  if (deletion?.removing)
    return {
      title: statusTitles.removing,
      text: 'You can’t undo this. Slipway checks Azure until no resources are left.',
      tone: 'busy',
      next: [],
    }
  if (deletion?.cause === 'expired')
    return {
      title: statusTitles.leaseEnded,
      text: `Compute and access are suspended. ${extension ? 'An approval before the removal starts restores the sandbox.' : 'Until the removal starts, you can restore the sandbox and its data with an extension.'}`,
      tone: 'warn',
      next: offer(['extend', sandboxPageLabels.restore, 'extend']),
    }
  return {
    title: deletion?.requestedBy ? statusTitles.deletedBy(deletion.requestedBy.displayName) : statusTitles.deleting,
    text: 'Compute and access are suspended. Until the removal starts, you can undo the deletion and keep all data.',
    tone: 'warn',
    next: offer(['undoDeletion', sandboxPageLabels.undo, 'undoDeletion']),
  }
}
