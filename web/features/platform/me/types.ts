import type { CallInput, CallResult } from '../../../api/client.ts'

export type Delegation = CallResult<'listMyDelegations'>['mine'][number]
export type Preview = CallResult<'previewDelegation'>
export type NotificationSettings = CallResult<'getMyNotificationSettings'>
export type MailChoice = NotificationSettings['groups'][number]['mail']
export type SettingsChange = CallInput<'updateMyNotificationSettings'>['body']
