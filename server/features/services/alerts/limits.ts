/** Largest number of alerts per key and minute. It allows three peaks of 10,000 alerts. */
export const alertsPerMinute = 30_000
