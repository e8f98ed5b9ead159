// Runs before the first paint: the chosen theme must not flash.
;(() => {
  let theme = null
  try {
    theme = localStorage.getItem('slipway-theme')
  } catch {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
})()
