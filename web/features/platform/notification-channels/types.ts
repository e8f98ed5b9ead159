import type { CallInput, CallResult } from '../../../api/client.ts'

type Channels = CallResult<'listNotificationChannels'>
export type Channel = Channels['items'][number]
export type TopicGroup = Channels['topics'][number]
export type NewChannel = CallInput<'createNotificationChannel'>['body']
export type CreatedChannel = CallResult<'createNotificationChannel'>
export type Delivery = CallResult<'listDeliveries'>['items'][number]
