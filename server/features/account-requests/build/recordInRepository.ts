import { CannotGoOn, type Step, Wait } from '../../../jobs/workflow.ts'
import { type BuildInput, groupName, slug } from './input.ts'

interface Merged {
  pullRequest: number
  url: string
  mergeSha: string
}

/** The platform's own record of the account: one branch, one pull request, merged when its checks agree. */
export const recordInRepository: Step<BuildInput> = {
  name: 'recordInRepository',
  title: 'Record the account in the landing-zone repository',
  async run(context) {
    const { clients, input } = context
    const { git } = clients
    const branch = `slipway/${input.reference.toLowerCase()}`
    let request = await git.findPullRequest(branch)
    if (request?.state === 'closed')
      throw new CannotGoOn(
        'pullRequestClosed',
        `Pull request #${request.number} was closed without being merged. Reopen it or find out why, then retry this step.`,
      )
    if (!request) {
      const base = await git.getBranchHead('main')
      if (!base) throw new CannotGoOn('noMainBranch', 'The landing-zone repository has no branch main.')
      await git.ensureBranch(branch, base)
      for (const file of await filesOf(context))
        await git.putFile({ ...file, branch, message: `Add ${input.details.name} (${input.reference})` })
      request = await git.openPullRequest({
        branch,
        base: 'main',
        title: `Add account ${input.details.name}`,
        body: `Requested as ${input.reference}, approved in Slipway.`,
      })
    }
    if (request.state === 'open') {
      const checks = await git.getChecks(request.headSha)
      const failed = checks.checks.filter((check) => check.state === 'failure').map((check) => check.name)
      if (checks.state === 'failure')
        throw new CannotGoOn(
          'checksFailed',
          `The checks of pull request #${request.number} failed (${failed.join(', ')}). Mend the change there, then retry this step.`,
        )
      if (checks.state === 'pending') return new Wait(`Pull request #${request.number} waits for its checks.`)
      const merge = await git.mergePullRequest(request.number, request.headSha)
      if (merge.outcome === 'headMoved') return new Wait(`Pull request #${request.number} was changed; its checks run again.`)
      if (merge.outcome === 'notMergeable') return new Wait(`Pull request #${request.number} cannot be merged yet: ${merge.reason}.`)
      return { pullRequest: request.number, url: request.url, mergeSha: merge.sha } satisfies Merged
    }
    return { pullRequest: request.number, url: request.url, mergeSha: request.mergeSha ?? '' } satisfies Merged
  },
}

async function filesOf({ db, input, output }: Parameters<typeof recordInRepository.run>[0]): Promise<{ path: string; content: string }[]> {
  const { details, accountId, reference } = input
  const { subscriptionId } = output<{ subscriptionId: string }>('createSubscription')
  const { managementGroupId } = output<{ managementGroupId: string }>('placeSubscription')
  const { addressRange } = output<{ addressRange: string | null }>('reserveNames')
  const folder = `accounts/${slug(details.name)}`
  const items =
    details.catalogueItemIds.length > 0
      ? await db
          .selectFrom('catalogue_items')
          .select(['id', 'name', 'version'])
          .where('id', 'in', details.catalogueItemIds)
          .orderBy('name')
          .execute()
      : []
  const account = {
    id: accountId,
    reference,
    name: details.name,
    subscriptionId,
    managementGroupId,
    environment: details.environment,
    region: details.region,
    connectivity: details.connectivity,
    addressSpaces: addressRange ? [addressRange] : [],
    costCentre: details.costCentre,
    accessGroups: details.accessGroups.map((group) => ({
      name: groupName(details, group.name),
      role: group.role,
      assignment: group.assignment,
    })),
  }
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return [
    { path: `${folder}/account.json`, content: json(account) },
    ...items.map((item) => ({
      path: `${folder}/catalogue/${slug(item.name)}.json`,
      content: json({ item: item.name, version: item.version }),
    })),
  ]
}

/** What was chosen from the catalogue is carried out by the repository's pipeline after the merge; here it is watched to its end. */
export const deliverCatalogueItems: Step<BuildInput> = {
  name: 'deliverCatalogueItems',
  title: 'Deliver the catalogue items',
  async run({ clients, db, input, output }) {
    const { mergeSha } = output<Merged>('recordInRepository')
    const ids = input.details.catalogueItemIds
    const items = ids.length > 0 ? await db.selectFrom('catalogue_items').select('name').where('id', 'in', ids).execute() : []
    const { checks } = await clients.git.getChecks(mergeSha)
    const wanted = ['apply', ...items.map((item) => `catalogue/${slug(item.name)}`)]
    const stateOf = (name: string) => checks.find((check) => check.name === name)?.state ?? 'pending'
    const failed = wanted.filter((name) => stateOf(name) === 'failure')
    if (failed.length > 0)
      throw new CannotGoOn(
        'deliveryFailed',
        `The repository’s pipeline could not deliver ${failed.join(', ')}. See its log, mend it, then retry this step.`,
      )
    const open = wanted.filter((name) => stateOf(name) === 'pending')
    return open.length > 0 ? new Wait(`The pipeline is delivering ${open.join(', ')}.`) : {}
  },
}
