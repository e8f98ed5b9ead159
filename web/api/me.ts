import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listMyDelegations = () => ask('listMyDelegations', {}, ['delegation'])

/** What somebody could decide on, before they are asked to. */
export const previewDelegation = (body: CallInput<'previewDelegation'>['body']) =>
  ask('previewDelegation', { body }, ['delegation', 'approval'])

/** Whether one's calendar says that one is away. */
export const getMyCalendar = () => ask('getMyCalendar', {}, ['delegation'])

/** Everybody who is away, for administrators and auditors. */
export const listAbsences = () => ask('listAbsences', {}, ['delegation', 'approval'])

export const getMyNotificationSettings = () => ask('getMyNotificationSettings', {}, ['notificationSettings'])

/** Who could decide on this one instead. */
export const proposeCover = (id: string) => ask('proposeCover', { params: { id } }, ['approval', 'delegation'])
