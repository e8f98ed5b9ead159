/** Connectors, and parts of them, whose responses no specification describes, with the reason and the test that covers them. */
export const unjudged: Readonly<Record<string, string>> = {
  'Azure: power of web apps, clusters and databases *':
    'the specifications of Microsoft.Web, Microsoft.ContainerService and the flexible servers are not available; Slipway reads one optional field of each, and treats a missing field as unknown',
  'Key Vault management: 2026-02-01 *':
    'the available specification ends with version 2023-07-01; vault operations are tested with its examples',
  'Azure Monitor: *': 'the specification is not available; monitor.test.ts uses a response in the form of its example',
  'GitHub: *': 'its description is not available; the fields come from the reference',
  'ServiceNow: *':
    'there is no public description, because each installation has its own tables and fields; every field except ids and names is optional',
  'The Azure price list: *': 'there is no specification; the fields come from the page on Microsoft Learn',
  'The store directory: *': 'the description is Slipway’s own: docs/store-directory.openapi.json',
  'Chat, webhooks and mail: *': 'Slipway reads only the status of the response',
}
