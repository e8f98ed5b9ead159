import { Mail, MessagesSquare, Users, Webhook } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Channel, Delivery } from './types.ts'

export const typeLabels: Record<Channel['type'], { label: string; hint: string; icon: Icon }> = {
  mail: { label: 'Email', hint: 'To people, as set in their notification settings', icon: Mail },
  slack: { label: 'Slack', hint: 'Incoming webhook of a channel', icon: MessagesSquare },
  teams: { label: 'Teams', hint: 'Workflow of a channel', icon: Users },
  webhook: { label: 'Webhook', hint: 'Signed messages to your own program', icon: Webhook },
}

export const stateLabels: Record<Channel['state'], { tone: Tone; word: string }> = {
  working: { tone: 'ok', word: 'Working' },
  unused: { tone: 'neutral', word: 'Nothing sent yet' },
  failing: { tone: 'bad', word: 'Failing' },
  off: { tone: 'neutral', word: 'Switched off' },
  notSetUp: { tone: 'warn', word: 'Not set up' },
}

export const statusLabels: Record<Delivery['status'], { tone: Tone; word: string }> = {
  waiting: { tone: 'info', word: 'Queued' },
  failed: { tone: 'warn', word: 'Retrying' },
  sent: { tone: 'ok', word: 'Sent' },
  givenUp: { tone: 'bad', word: 'Failed' },
  suppressed: { tone: 'neutral', word: 'Not sent' },
}

export const channelLabels = {
  none: 'No chats or webhooks yet',
  add: 'Add channel',
  addressInvalid: 'Enter the full URL, starting with https://.',
  confirmed: 'Identity confirmed',
  secretStored: 'I have stored the secret',
} as const
