import type { GitHost } from '../../../../clients/git/git.ts'
import { type AccountOfUpdate, json } from './accountOfUpdate.ts'

/** Fields of the file that Slipway doesn't know stay unchanged. */
export async function putAccountFile(
  git: GitHost,
  branch: string,
  account: AccountOfUpdate,
  change: { reference: string; facts?: Record<string, unknown> },
): Promise<void> {
  const path = `${account.folder}/account.json`
  const existingFile = await git.getFile(path, branch)
  const existingFacts = existingFile === undefined ? initialFacts(account) : (JSON.parse(existingFile) as Record<string, unknown>)
  const content = json({ ...existingFacts, ...change.facts })
  await git.putFile({ path, branch, content, message: `Change ${account.name} (${change.reference})` })
}

function initialFacts(account: AccountOfUpdate): Record<string, unknown> {
  return {
    id: account.id,
    name: account.name,
    subscriptionId: account.subscriptionId,
    managementGroupId: account.management_group_id,
    environment: account.environment,
    region: account.region,
    connectivity: account.network.connectivity,
    addressSpaces: account.network.addressSpaces,
    costCentre: account.cost_centre,
  }
}
