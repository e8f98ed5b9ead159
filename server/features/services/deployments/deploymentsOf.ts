import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import { toolView } from './askTool.ts'

/** Applications that run for an account, for whoever is about to take it down; `problem` when they could not be asked for. None where no tool is set up. */
export async function deploymentsOf(
  context: { clients: Clients; config: Pick<Config, 'deployments'> },
  account: { name: string; subscriptionId: string | null },
): Promise<{ apps: { name: string; health: string; cluster: string | null; namespace: string | null }[]; problem: string | null }> {
  const tool = account.subscriptionId === null ? undefined : await toolView(context, account)
  if (!tool) return { apps: [], problem: null }
  const { view, fetchedAt } = tool
  return {
    apps: view.apps.map(({ name, live }) => ({ name, health: live.health, ...live.destination })),
    // An account without a project has nothing to take down.
    problem: fetchedAt === null ? view.problem : null,
  }
}
