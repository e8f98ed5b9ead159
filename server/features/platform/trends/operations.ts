import { getTrend } from './getTrend.ts'

export const trendOperations = [getTrend]
