import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { MissingScreen, ScreenFailed, SigningIn } from './features/platform/session/Screens.tsx'
import { base } from './paths.ts'
import { accessRoutes } from './routes/access.ts'
import { accountsRoutes } from './routes/accounts.ts'
import { administrationRoutes } from './routes/administration.ts'
import { personalRoutes } from './routes/mine.ts'
import { root } from './routes/root.ts'
import { sandboxesRoutes } from './routes/sandboxes.ts'
import { runRoutes } from './routes/work.ts'

/** The code of a screen loads when the screen is opened. Meanwhile, its loader requests the data without waiting for it. */

const routeTree = root.addChildren([
  ...accountsRoutes,
  ...accessRoutes,
  ...sandboxesRoutes,
  ...administrationRoutes,
  ...runRoutes,
  ...personalRoutes,
])

export function createScreens(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: base,
    context: { client },
    defaultPreload: 'intent',
    // The query cache decides which data is current enough.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    scrollRestoration: true,
    defaultNotFoundComponent: MissingScreen,
    defaultErrorComponent: ScreenFailed,
    defaultPendingComponent: SigningIn,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createScreens>
  }
}
