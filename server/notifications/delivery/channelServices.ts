import { mailService } from '../../clients/mail/mail.ts'
import type { ChannelType } from '../../db/tables.ts'

export const channelServices: Record<ChannelType, string> = {
  mail: mailService,
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhooks',
}
