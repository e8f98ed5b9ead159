import { mailService } from '../../clients/mail/mailErrors.ts'
import type { ChannelType } from '../../db/tables.ts'

export const channelServices = {
  mail: mailService,
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhooks',
} as const satisfies Record<ChannelType, string>
