import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { slug } from '../../accounts/slug.ts'
import { groupName } from '../../groups/groupName.ts'
import { awaitPipeline, type MergedChange, mergeChange } from '../../repository/mergeChange.ts'
import type { BuildInput } from './input.ts'

export const recordInRepository: Step<BuildInput> = {
  name: 'recordInRepository',
  title: 'Record the account in the landing-zone repository',
  async run(context) {
    const { input } = context
    const mergeResult = await mergeChange(context, {
      branch: `slipway/${input.reference.toLowerCase()}`,
      title: `Add account ${input.details.name}`,
      body: `Requested as ${input.reference}, approved in Slipway.`,
      async write(git, branch) {
        for (const file of await filesOf(context))
          await git.putFile({ ...file, branch, message: `Add ${input.details.name} (${input.reference})` })
      },
    })
    return mergeResult instanceof Wait ? mergeResult : { ...mergeResult }
  },
}

async function filesOf({ db, input, output }: Parameters<typeof recordInRepository.run>[0]): Promise<{ path: string; content: string }[]> {
  const { details, accountId, reference } = input
  const { subscriptionId } = output<{ subscriptionId: string }>('createSubscription')
  const { managementGroupId } = output<{ managementGroupId: string }>('moveSubscription')
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

export const deliverCatalogueItems: Step<BuildInput> = {
  name: 'deliverCatalogueItems',
  title: 'Wait until the pipeline has delivered the catalogue items',
  async run({ clients, db, input, output }) {
    const { mergeSha } = output<Partial<MergedChange>>('recordInRepository')
    const ids = input.details.catalogueItemIds
    const items = ids.length > 0 ? await db.selectFrom('catalogue_items').select('name').where('id', 'in', ids).execute() : []
    const pipelineWait =
      mergeSha && (await awaitPipeline(clients.git, mergeSha, ['apply', ...items.map((item) => `catalogue/${slug(item.name)}`)]))
    return pipelineWait || {}
  },
}
