import { getAccountHealth } from './getAccountHealth.ts'
import { refreshAccountHealth } from './refreshAccountHealth.ts'

export const accountHealthOperations = [getAccountHealth, refreshAccountHealth]
