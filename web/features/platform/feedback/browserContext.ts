import { readTheme } from '../../../shell/theme.ts'
import type { NewFeedback } from './types.ts'

const names: [RegExp, string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]

/** Returns for example `Firefox 148`; undefined for an unknown browser. */
export function browserName(userAgent: string): string | undefined {
  for (const [pattern, name] of names) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return undefined
}

/** Support gets this context. It has no personal data and no screen content. */
export function browserContext(): NonNullable<NewFeedback['context']> {
  const browser = browserName(navigator.userAgent)
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return {
    ...(browser && { browser }),
    viewport: `${innerWidth} × ${innerHeight}`,
    theme: isDark ? 'dark' : 'light',
    locale: navigator.language.slice(0, 35),
  }
}
