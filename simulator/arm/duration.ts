const pattern = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/**
 * Parses an ISO 8601 duration such as `PT8H` or `P365D` into milliseconds (a year is 365 days, a month 30); undefined for anything else.
 */
export function parseDuration(text: string): number | undefined {
  const match = pattern.exec(text)
  if (!match || text === 'P' || text.endsWith('T')) return undefined
  const [years, months, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return ((((years * 365 + months * 30 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
