import { getAccountHealth } from './getAccountHealth.ts'
import { refreshAccountHealth } from './refreshAccountHealth.ts'
import { restoreAccountTags } from './restoreAccountTags.ts'

export const accountHealthOperations = [getAccountHealth, refreshAccountHealth, restoreAccountTags]
