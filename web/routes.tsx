import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Arriving, MissingScreen, ScreenFailed } from './features/platform/session/Screens.tsx'
import { base } from './paths.ts'
import { accessRoutes } from './routes/access.ts'
import { accountsRoutes } from './routes/accounts.ts'
import { administrationRoutes } from './routes/administration.ts'
import { mineRoutes } from './routes/mine.ts'
import { root } from './routes/root.ts'
import { sandboxesRoutes } from './routes/sandboxes.ts'
import { workRoutes } from './routes/work.ts'

/** The map of screens. Each is loaded when it is gone to; its loader asks for its data in the meantime and waits for nothing. */

const routeTree = root.addChildren([
  ...accountsRoutes,
  ...accessRoutes,
  ...sandboxesRoutes,
  ...administrationRoutes,
  ...workRoutes,
  ...mineRoutes,
])

export function createScreens(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: base,
    context: { client },
    defaultPreload: 'intent',
    // The query cache knows what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    scrollRestoration: true,
    defaultNotFoundComponent: MissingScreen,
    defaultErrorComponent: ScreenFailed,
    defaultPendingComponent: Arriving,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createScreens>
  }
}
