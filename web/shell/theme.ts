export type Theme = 'system' | 'light' | 'dark'

// public/theme.js reads the same key before the first paint.
const key = 'slipway-theme'

export function readTheme(): Theme {
  try {
    const storedValue = localStorage.getItem(key)
    return storedValue === 'light' || storedValue === 'dark' ? storedValue : 'system'
  } catch {
    return 'system'
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
}
