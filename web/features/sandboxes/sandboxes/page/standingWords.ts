import type { Tone } from '../../../../ui/Status.tsx'
import { ordinal } from '../words.ts'
import type { Opened, Sandbox } from './types.ts'

export interface StandingWords {
  title: string
  text: string
  tone: Tone
  next: { what: Opened; label: string }[]
  /** Administrators can repair the run. */
  stuck?: true
}

/** The forecast is shown from this percentage of the budget on. */
const nearLimit = 80

export function standingWords(sandbox: Sandbox): StandingWords {
  const { status, budget, can } = sandbox
  const offer = (...steps: [Opened, string, keyof Sandbox['can']][]) =>
    steps.filter(([, , action]) => can[action] === true).map(([what, label]) => ({ what, label }))
  switch (status) {
    case 'queued':
      return queued(sandbox)
    case 'provisioning':
      return {
        title: 'It is being set up',
        text: 'That usually takes a few minutes. Its time begins when it is ready, and its owners are told.',
        tone: 'busy',
        next: [],
      }
    case 'failed':
      return {
        title: 'Setting it up is held up',
        text: 'Administrators see it and try again; none of its time or money is used. An owner can also delete it.',
        tone: 'bad',
        next: offer(['delete', 'Delete it', 'delete']),
        stuck: true,
      }
    case 'expiring':
      return {
        title: budget.percent >= nearLimit ? 'Its time and its money are nearly over' : 'Its time is nearly over',
        text: 'At its end access and machines are switched off; for a day after that it can be brought back by extending it.',
        tone: 'warn',
        next: offer(['extend', 'Extend it', 'extend'], ['delete', 'End it now', 'delete']),
      }
    case 'frozen':
      return frozen(sandbox, offer)
    case 'deleting':
      return deleting(sandbox, offer)
    case 'quarantined':
      return {
        title: 'Removing it failed',
        text: 'Slipway tried three times. Nobody can reach it any more; administrators look after what is left of it.',
        tone: 'bad',
        next: [],
        stuck: true,
      }
    case 'deleted':
      return {
        title: 'It is deleted',
        text: 'Everything in it was removed, and that was checked. What it cost and what happened is kept.',
        tone: 'neutral',
        next: [],
      }
    default:
      if (budget.percent >= nearLimit)
        return {
          title: `${budget.percent}% of its budget is used`,
          text: 'When nothing is left it is frozen: machines and access are switched off, everything in it is kept.',
          tone: 'warn',
          next: offer(['extend', 'Ask for more', 'extend'], ['freeze', 'Freeze it now', 'freeze']),
        }
      return {
        title: 'It is ready and in use',
        text: 'It ends by itself when its time or its money is over; you are reminded before that.',
        tone: 'ok',
        next: offer(['invite', 'Invite people', 'manageMembers']),
      }
  }
}

function queued({ queue }: Sandbox): StandingWords {
  return {
    title: queue ? `It is ${ordinal(queue.position)} in the queue` : 'It waits for a free place',
    text: 'All places are taken. It is set up as soon as one is free, in the order in which requests came, and its owners are told.',
    tone: 'info',
    next: [],
  }
}

type Offer = (...steps: [Opened, string, keyof Sandbox['can']][]) => StandingWords['next']

const switchedOff = 'Machines and access are switched off; everything in it is kept, and its time runs on.'

function frozen({ frozen: state, budget }: Sandbox, offer: Offer): StandingWords {
  if (state?.because === 'budget')
    return {
      title: 'It is frozen because its budget is used up',
      text: `${switchedOff} An extension with more money lets it go on.`,
      tone: 'info',
      next: offer(['extend', 'Ask for more money', 'extend'], ['thaw', 'Thaw it', 'thaw'], ['delete', 'Delete it', 'delete']),
    }
  const who = state?.because === 'admin' ? 'an administrator' : 'an owner'
  const spent = budget.limitReachedAt !== null
  return {
    title: `It was frozen by ${who}`,
    text: spent ? `${switchedOff} Its budget is used up too.` : switchedOff,
    tone: 'info',
    next: offer(['thaw', 'Thaw it', 'thaw'], ['extend', 'Extend it', 'extend']),
  }
}

function deleting({ deletion }: Sandbox, offer: Offer): StandingWords {
  if (deletion?.removing)
    return {
      title: 'It is being removed',
      text: 'There is no way back. What is left is looked for until nothing is.',
      tone: 'busy',
      next: [],
    }
  if (deletion?.because === 'expired')
    return {
      title: 'Its time is over',
      text: 'Machines and access are switched off. Until it is removed an extension brings it back with everything in it.',
      tone: 'warn',
      next: offer(['extend', 'Extend and take back', 'extend']),
    }
  return {
    title: `${deletion?.askedBy?.displayName ?? 'Somebody'} deleted it`,
    text: 'Machines and access are switched off. Until it is removed it can be taken back with everything in it.',
    tone: 'warn',
    next: offer(['takeBack', 'Take it back', 'takeBack']),
  }
}
