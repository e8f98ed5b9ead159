// The script runs before the others have loaded, and starts what they need first: the session, and the files of the screen.
;(() => {
  window.firstSession = fetch('/me', { headers: { accept: 'application/json' }, credentials: 'same-origin', redirect: 'error' })
  // The client handles the error.
  window.firstSession.catch(() => {})
  // The build replaces the table.
  const { files, routes } = { files: [], routes: [] }
  const path = location.pathname.replace(/^\/app|\/$/g, '').split('/')
  const fits = (pattern) => pattern.length === path.length && pattern.every((part, position) => part === path[position] || part[0] === '$')
  const screen = routes.find(([pattern]) => fits(pattern.split('/')))
  for (const index of screen?.[1] ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = `/app/${files[index]}`
    document.head.append(link)
  }
})()
