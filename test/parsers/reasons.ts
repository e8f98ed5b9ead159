/** Connectors, and parts of them, whose responses no specification describes, with the reason and the test that covers them. */
export const notValidated: Readonly<Record<string, string>> = {
  'Azure: power of web apps, clusters and databases *':
    'The specifications of Microsoft.Web, Microsoft.ContainerService and the flexible servers are not available. Slipway reads one optional field of each, and treats a missing field as unknown.',
  'Key Vault management: 2026-02-01 *':
    'The available specification ends with version 2023-07-01. Its examples are used to test vault operations.',
  'Azure Monitor: *': 'The specification is not available. `monitor.test.ts` uses a response in the form of its example.',
  'GitHub: *': 'The description of GitHub’s API is not available. The fields come from the reference documentation.',
  'ServiceNow: *':
    'There is no public description, because each installation has its own tables and fields. Every field except IDs and names is optional.',
  'The Azure price list: *': 'There is no specification. The fields come from the page on Microsoft Learn.',
  'The store directory: *': 'Slipway defines this API itself, in `docs/store-directory.openapi.json`.',
  'Chat, webhooks and mail: *': 'Slipway reads only the status of the response.',
}
