import type { GitHost } from '../../../../clients/git/git.ts'
import { type CarriedAccount, json } from './carriedAccount.ts'

/** Updates the account's file in the landing-zone repository and keeps fields that Slipway doesn't know. */
export async function putAccountFile(
  git: GitHost,
  branch: string,
  account: CarriedAccount,
  change: { reference: string; facts?: Record<string, unknown> },
): Promise<void> {
  const path = `${account.folder}/account.json`
  const held = await git.getFile(path, branch)
  // An account from before Slipway has no file yet.
  const known = held === undefined ? firstFacts(account) : (JSON.parse(held) as Record<string, unknown>)
  const content = json({ ...known, ...change.facts })
  await git.putFile({ path, branch, content, message: `Change ${account.name} (${change.reference})` })
}

function firstFacts(account: CarriedAccount): Record<string, unknown> {
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
