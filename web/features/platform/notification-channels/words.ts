import { Mail, MessagesSquare, Users, Webhook } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Channel, Delivery } from './types.ts'

export const typeWords: Record<Channel['type'], { label: string; hint: string; icon: Icon }> = {
  mail: { label: 'Mail', hint: 'To people, as they choose', icon: Mail },
  slack: { label: 'Slack', hint: 'An incoming webhook of a channel', icon: MessagesSquare },
  teams: { label: 'Teams', hint: 'A workflow that posts cards', icon: Users },
  webhook: { label: 'Webhook', hint: 'Signed, for a program of yours', icon: Webhook },
}

export const stateWords: Record<Channel['state'], { tone: Tone; word: string }> = {
  working: { tone: 'ok', word: 'Works' },
  unused: { tone: 'neutral', word: 'Nothing sent yet' },
  failing: { tone: 'bad', word: 'Fails' },
  off: { tone: 'neutral', word: 'Switched off' },
  notSetUp: { tone: 'warn', word: 'Not set up' },
}

export const statusWords: Record<Delivery['status'], { tone: Tone; word: string }> = {
  waiting: { tone: 'info', word: 'Waits' },
  failed: { tone: 'warn', word: 'Will be tried again' },
  sent: { tone: 'ok', word: 'Sent' },
  givenUp: { tone: 'bad', word: 'Given up' },
  suppressed: { tone: 'neutral', word: 'Not sent' },
}
