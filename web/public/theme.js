// The script runs before the first paint, so that the page doesn't flash in another theme.
;(() => {
  let theme = null
  try {
    theme = localStorage.getItem('slipway-theme')
  } catch {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
})()
