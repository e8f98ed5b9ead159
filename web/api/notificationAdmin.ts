import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listNotificationChannels = () => ask('listNotificationChannels', {}, ['channel', 'delivery'])
export const listDeliveries = (query: NonNullable<CallInput<'listDeliveries'>['query']> = {}) => ({
  ...ask('listDeliveries', { query }, ['delivery']),
  placeholderData: keepPreviousData,
})
export const getDeliveryOptions = (query: NonNullable<CallInput<'getDeliveryOptions'>['query']> = {}) => ({
  ...ask('getDeliveryOptions', { query }, ['delivery', 'channel']),
  placeholderData: keepPreviousData,
})
