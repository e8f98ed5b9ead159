/** `system` follows the machine. */
export type Theme = 'system' | 'light' | 'dark'

// The same key as public/theme.js, which reads it before the first paint.
const key = 'slipway-theme'

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Sets the theme at once and keeps it in this browser. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // A browser that keeps nothing still gets the theme until the page is closed.
  }
}
