import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

export const listNotificationChannels = () => queryCall('listNotificationChannels', {}, ['channel', 'delivery'])
export const listDeliveries = (query: NonNullable<CallInput<'listDeliveries'>['query']> = {}) => ({
  ...queryCall('listDeliveries', { query }, ['delivery']),
  placeholderData: keepPreviousData,
})
export const getDeliveryOptions = (query: NonNullable<CallInput<'getDeliveryOptions'>['query']> = {}) => ({
  ...queryCall('getDeliveryOptions', { query }, ['delivery', 'channel']),
  placeholderData: keepPreviousData,
})
