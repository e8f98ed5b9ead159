/** Limit of alerts per key and minute: three storms of 10,000. */
export const alertsPerMinute = 30_000
