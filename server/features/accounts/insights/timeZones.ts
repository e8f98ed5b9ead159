/** Azure's schedules use the Windows names of time zones. CLDR maps these names to IANA names (territory 001). */
const zones: Record<string, string> = {
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'Arab Standard Time': 'Asia/Riyadh',
  'Arabian Standard Time': 'Asia/Dubai',
  'Canada Central Standard Time': 'America/Regina',
  'Central America Standard Time': 'America/Guatemala',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Central Standard Time': 'America/Chicago',
  'China Standard Time': 'Asia/Shanghai',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Eastern Standard Time': 'America/New_York',
  'FLE Standard Time': 'Europe/Kyiv',
  'GMT Standard Time': 'Europe/London',
  'GTB Standard Time': 'Europe/Bucharest',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'India Standard Time': 'Asia/Kolkata',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Korea Standard Time': 'Asia/Seoul',
  'Mountain Standard Time': 'America/Denver',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Romance Standard Time': 'Europe/Paris',
  'Russian Standard Time': 'Europe/Moscow',
  'Singapore Standard Time': 'Asia/Singapore',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Turkey Standard Time': 'Europe/Istanbul',
  UTC: 'UTC',
  'W. Europe Standard Time': 'Europe/Berlin',
}
const ianaByWindowsZone = new Map(Object.entries(zones).map(([windows, iana]) => [windows.toLowerCase(), iana]))

export function ianaZone(name: string): string | undefined {
  const iana = ianaByWindowsZone.get(name.trim().toLowerCase())
  if (iana) return iana
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
