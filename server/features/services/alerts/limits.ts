/** How many alerts are taken on one key in a minute: three storms of ten thousand. */
export const alertsPerMinute = 30_000
