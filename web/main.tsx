import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/createQueries.ts'
import { setWhenReachable } from './api/delivery.ts'
import { getMe } from './api/queries.ts'
import { createScreens } from './routes.tsx'
import { whenReachable } from './ui/reachable.ts'

setWhenReachable(whenReachable)
const client = createQueries()
void client.prefetchQuery(getMe())
const router = createScreens(client)

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
