export interface SecurityCase {
  number: number
  from: string
  attack: string
  /** `file › title` of a test or of a block of tests. */
  tests: string[]
}

/** The attacks in `docs/security-cases.md`. A test ensures that each named test exists; `node scripts/securityCases.ts` writes the page. */
export const securityCases: SecurityCase[] = [
  {
    number: 1,
    from: 'CVE-2025-11957 (Devolutions)',
    attack: 'The requester approves their own request, even as owner and administrator, through every call that decides.',
    tests: [
      'test/ownRequest.test.ts › ',
      'server/features/approvals/inbox/decideAccountApproval.test.ts › denies the requester, regardless of their roles',
      'server/features/access/requests/decideAccessRequest.test.ts › denies the requester, even as owner and administrator, with either call and any session (advisories 1 and 3)',
      'server/features/sandboxes/requests/reviewSandboxRequest.test.ts › denies the requester, regardless of their roles (advisory 1)',
    ],
  },
  {
    number: 2,
    from: 'CVE-2026-83805 (Nautobot)',
    attack: 'Forged fields for the requester, the approver and the status, in every body, also nested; one vote sent twice.',
    tests: [
      'server/features/access/requests/decideAccessRequest.test.ts › rejects forged fields, nested or not (advisory 2)',
      'server/features/sandboxes/requests/createSandboxRequest.test.ts › rejects forged fields, so that a request can’t approve itself (advisory 2)',
      'test/security.test.ts › a body',
    ],
  },
  {
    number: 3,
    from: 'CVE-2026-92528 (GitLab)',
    attack:
      'A person decides on their own request with a cookie, token, key, changed email address, second user account, group or delegation.',
    tests: [
      'test/accessAdvisories.test.ts › denies a decision on your own request, even with a token that has any role (CVE-2026-92528)',
      'test/ownRequest.test.ts › ',
    ],
  },
  {
    number: 4,
    from: 'CVE-2023-4812, CVE-2023-4379 (GitLab)',
    attack: 'A request is changed after its approval; a vote for an earlier version of a request.',
    tests: [
      'server/features/access/requests/decideAccessRequest.test.ts › rejects a decision on an earlier version, by version, If-Match or round (advisory 4)',
      'server/features/accounts/updates/editAccountUpdate.test.ts › replaces the requested changes, discards the votes, and returns their number',
    ],
  },
  {
    number: 5,
    from: 'CVE-2026-14288, CVE-2024-0410 (GitLab)',
    attack: 'Approvers change while a request is pending; applying an approval fails halfway. Neither leads to an approval.',
    tests: [
      'test/accessAdvisories.test.ts › grants nothing and notifies the requester when the directory rejects the change (CVE-2026-14288)',
      'test/accessAdvisories.test.ts › accepts decisions by the current owners, not by the owners at the time of the request (CVE-2024-0410)',
    ],
  },
  {
    number: 6,
    from: 'CVE-2026-9796 (Keycloak)',
    attack: 'Names are swapped between the check and the change; fifty concurrent decisions.',
    tests: [
      'test/accessAdvisories.test.ts › binds grants to IDs, so that a grant is unaffected by swapped names (CVE-2026-9796)',
      'server/features/access/requests/decideAccessRequest.test.ts › ends 50 concurrent approvals and rejections with one outcome, one event and at most one grant (advisory 6)',
    ],
  },
  {
    number: 7,
    from: 'CVE-2022-39328 (Grafana), CVE-2026-92628 (GitLab)',
    attack: 'Fifty people and four keys share few connections, and one caller gets data of a different caller.',
    tests: ['test/advisoriesKeys.test.ts › fifty people and four keys in concurrent calls over eight connections (CVE-2022-39328)'],
  },
  {
    number: 8,
    from: 'GHSA-82gq-xfg3-5j7v (Grafana)',
    attack: 'Two keys are used in turn; a revoked key is used on a different replica.',
    tests: ['test/advisoriesKeys.test.ts › alternating keys (GHSA-82gq-xfg3-5j7v)'],
  },
  {
    number: 9,
    from: 'CVE-2023-24999 (Vault)',
    attack: 'A record is read or changed through a parent that it does not belong to.',
    tests: [
      'server/features/accounts/groups/deleteAccountGroup.test.ts › returns 404 for a group of another account',
      'server/features/accounts/updates/getAccountUpdate.test.ts › returns 404 for an unknown update, and for an update of another account',
      'server/features/services/alerts/deleteAlertKey.test.ts › returns 404 for the key of another account, even if the caller owns both',
    ],
  },
  {
    number: 10,
    from: 'CVE-2024-3656 (Keycloak)',
    attack: 'Every call is made by every role that is not allowed to make it.',
    tests: ['test/roles.test.ts › every operation and role'],
  },
  {
    number: 11,
    from: 'GHSA-76cc-p55w-63g3 (Teleport)',
    attack: 'An owner grants or requests more than the group or role allows.',
    tests: [
      'server/features/access/pim/createPimAssignment.test.ts › denies a role that the person isn’t eligible for, even to owners and administrators, without a call to Azure',
      'server/features/access/assignments/updateAccountAccess.test.ts › denies an owner a later end date for their own access, even as administrator',
    ],
  },
  {
    number: 12,
    from: 'CVE-2026-27802 (Vaultwarden)',
    attack: 'Bulk calls with one forbidden item; bulk calls with ten thousand items.',
    tests: [
      'server/features/sandboxes/access/addSandboxMembers.test.ts › rejects the whole call if one person can’t be added, and names each such person with the reason (advisory 12)',
      'server/features/sandboxes/access/addSandboxMembers.test.ts › rejects an empty list, and lists of 501 and ten thousand people (advisory 12)',
    ],
  },
  {
    number: 13,
    from: 'CVE-2026-89322 (Vault)',
    attack: 'The same name or ID in a different spelling: case, accents, spaces, similar characters.',
    tests: [
      'server/features/access/assignments/updateAccountAccess.test.ts › denies changes through other spellings of the ID (CVE-2026-89322)',
      'server/features/sandboxes/sandboxes/getSandboxByName.test.ts › returns 404 to other people for the hidden name %j',
    ],
  },
  {
    number: 14,
    from: 'CVE-2026-2880 and related (@fastify/middie)',
    attack: 'Request targets with //, ; or %2F, or as absolute URLs.',
    tests: ['test/security.test.ts › an unusual spelling of a target (CVE-2026-2880 and related)'],
  },
  {
    number: 15,
    from: 'CVE-2025-29927 (Next.js)',
    attack: 'Headers that other servers trust.',
    tests: [
      'test/security.test.ts › a header that other servers trust',
      'test/advisoriesKeys.test.ts › ignores internal headers of other products (CVE-2025-29927)',
    ],
  },
  {
    number: 16,
    from: 'CVE-2025-31137 (React Router), GHSA-fqh6-6h6c-366m (couch-auth)',
    attack: 'A forged Host header, at sign-in and in every generated URL.',
    tests: ['test/security.test.ts › an unknown host', 'test/security.test.ts › doesn’t appear in any URL that Slipway writes'],
  },
  {
    number: 17,
    from: 'CVE-2026-7507 (Keycloak), GHSA-4m3m-ppvx-xgw9, GHSA-2ccf-ffrj-m4qw (fastify-passport)',
    attack: 'A session ID is set before the sign-in (session fixation).',
    tests: [
      'server/features/platform/sign-in/signIn.test.ts › gets a new ID at each sign-in, and a fixed ID from before the sign-in is invalid',
      'server/features/platform/sign-in/signIn.test.ts › rejects a callback in a browser that did not start the sign-in',
    ],
  },
  {
    number: 18,
    from: 'GHSA-3fjj-p79j-c9hh, CVE-2025-32442, CVE-2026-3419 (Fastify)',
    attack: 'Requests from other sites without preflight; unusual content types; a GET that changes something.',
    tests: ['test/security.test.ts › a request from a different site', 'test/security.test.ts › a body'],
  },
  {
    number: 19,
    from: 'CVE-2024-8883, CVE-2026-7504 (Keycloak)',
    attack: 'A sign-in redirects to a different site.',
    tests: ['server/features/platform/sign-in/signIn.test.ts › replaces %j with the start page'],
  },
  {
    number: 20,
    from: 'CVE-2024-10270 (Keycloak)',
    attack: 'Filters, sorts and searches that take extremely long.',
    tests: [
      'server/http/filter.test.ts › returns SQL with all values bound or throws invalidFilter, within a time limit',
      'server/http/list.test.ts › throws only a Failure, within a time limit, for any search, sort and filter',
    ],
  },
  {
    number: 21,
    from: 'CVE-2024-45815 (Backstage)',
    attack: 'Queries, bodies and tags that change the prototype (prototype pollution).',
    tests: ['test/security.test.ts › a query', 'test/security.test.ts › is rejected with tags that have the name of a prototype property'],
  },
  {
    number: 22,
    from: 'CVE-2023-6484 (Keycloak)',
    attack: 'Line breaks, escape sequences and forged JSON in logs.',
    tests: ['server/http/logger.test.ts › writes one valid JSON object per line for any input, without secrets (CVE-2023-6484)'],
  },
  {
    number: 23,
    from: 'JumpServer (comments of tickets), CVE-2024-55224 (Vaultwarden)',
    attack: 'Markup in a requester’s text, on approvers’ screens, in emails and in chats.',
    tests: ['test/e2e/markup.e2e.test.ts › '],
  },
  {
    number: 24,
    from: 'CVE-2026-93581 (OTRS), GHSA-xhvv-3jww-c487 (ActiveAdmin)',
    attack: 'Formulas in CSV exports.',
    tests: [
      'server/http/csv.test.ts › escapes %j',
      'server/features/accounts/accounts/exportAccounts.test.ts › neutralises formulas in CSV, and keeps them in JSON',
    ],
  },
  {
    number: 25,
    from: 'CVE-2026-24048 (Backstage), GHSA-hw4x-mcx5-9q36 (Teleport), CVE-2020-10770 (Keycloak)',
    attack:
      'URLs to the internal network: links from other services, redirects, vaults, repositories, webhooks; path segments that hide calls.',
    tests: [
      'test/advisoriesOutside.test.ts › an external service that links to an internal address',
      'test/advisoriesOutside.test.ts › a caller who specifies a URL',
      'test/advisoriesOutside.test.ts › a configured first segment',
    ],
  },
  {
    number: 26,
    from: 'a review of Slipway',
    attack: 'One approver decides several stages; a double click, retry or bulk call becomes a vote in the next stage.',
    tests: ['server/approvals/seats.test.ts › the stage of a vote', 'test/adversary/approvals.adversary.test.ts › '],
  },
  {
    number: 27,
    from: 'a review of Slipway',
    attack: 'A vote of an approver who lost the seat before the stage closed; two user accounts of one approver.',
    tests: ['server/approvals/seats.test.ts › the votes that count when a stage closes'],
  },
  {
    number: 28,
    from: 'a review of Slipway',
    attack: 'A vote is written directly into the database: without a seat, by the requester, or twice with one seat.',
    tests: ['server/approvals/seats.test.ts › the database'],
  },
  {
    number: 29,
    from: 'a review of Slipway',
    attack: 'An administrator or owner grants, extends, reviews or lifts something for themselves or their second user account.',
    tests: ['test/ownAccess.test.ts › '],
  },
  {
    number: 30,
    from: 'a review of Slipway',
    attack: 'A custom role that can assign roles is not classified as privileged.',
    tests: ['server/auth/classifyRoleDefinitions.test.ts › isPrivileged', 'test/privilegedRoles.test.ts › groups with a privileged role'],
  },
  {
    number: 31,
    from: 'a review of Slipway',
    attack: 'A ticket that the requester opened, with any user account, is accepted; the title of any ticket is readable.',
    tests: [
      'server/features/access/pim/checkPimTicket.test.ts › checkPimTicket without eligibility',
      'server/features/access/pim/checkPimTicket.test.ts › checkPimTicket of the person’s own ticket',
    ],
  },
  {
    number: 32,
    from: 'a review of Slipway',
    attack: 'A request that was still pending restores access that was returned.',
    tests: ['server/approvals/withdrawEndedRequests.test.ts › '],
  },
  {
    number: 33,
    from: 'a review of Slipway',
    attack: 'An application acts as a person with an app-only token.',
    tests: [
      'server/auth/bearer.test.ts › an app-only token',
      'server/features/platform/api-keys/registerApplication.test.ts › doesn’t let the application make requests or decisions, or become an owner',
    ],
  },
  {
    number: 34,
    from: 'a review of Slipway',
    attack: 'A removed role or a disabled person still has access through a session, token, key or stream.',
    tests: [
      'server/auth/appRoles.test.ts › the roles of a person',
      'server/http/liveUpdates.test.ts › ends on every replica for a person disabled in the directory, even with a token',
      'server/features/platform/directory/syncDirectory.test.ts › revokes the keys of a disabled person permanently, is audited, and notifies their creators',
    ],
  },
  {
    number: 35,
    from: 'a review of Slipway',
    attack: 'A bearer token over plain http next to an API key; a public URL without TLS; a key secret that can be guessed.',
    tests: [
      'server/auth/bearer.test.ts › is rejected if the call also has an API key, or an alert key in its URL',
      'server/config.test.ts › reports a weak key secret and an insecure public URL together',
    ],
  },
  {
    number: 36,
    from: 'a review of Slipway',
    attack: 'A stolen session approves privileged access, changes a policy or sets delegations for others.',
    tests: ['server/http/stepUp.test.ts › ', 'test/adversary/stepUpCoverage.test.ts › '],
  },
  {
    number: 37,
    from: 'a review of Slipway',
    attack: 'An administrator erases their own actions from the audit trail.',
    tests: [
      'server/features/platform/audit/confirmAuditErasure.test.ts › denies the requester, the person to be erased, and the author of the events',
      'server/features/platform/audit/confirmAuditErasure.test.ts › denies a second user account of %s',
      'server/features/platform/audit/confirmAuditErasure.test.ts › rejects, in the database, two user accounts of one human, the administrators’ own events, and unconfirmed erasures',
      'server/features/platform/audit/requestAuditErasure.test.ts › denies administrators whose own events would change, and the person to be erased, even with a different user account',
      'server/features/platform/audit/requestAuditErasure.test.ts › rejects the person in the database',
    ],
  },
  {
    number: 38,
    from: 'a review of Slipway',
    attack: "The audit trail is cut together with its checkpoints and signed again, or changed with the server's database role.",
    tests: ['server/audit/sequencer.test.ts › chainNext after tampering', 'server/db/runtimeRole.test.ts › the server’s database role'],
  },
  {
    number: 39,
    from: 'a review of Slipway',
    attack: 'Anonymous calls flood the audit trail.',
    tests: ['server/http/anonymousCalls.test.ts › the audit trail of anonymous denied calls'],
  },
  {
    number: 40,
    from: 'a review of Slipway',
    attack: 'One body of 1 MB blocks the server: duplicates, depth, many fields, patterns.',
    tests: ['server/http/bodyCost.test.ts › is parsed within the limit: %s', 'test/hostileInput.test.ts › a slow body'],
  },
  {
    number: 41,
    from: 'a review of Slipway',
    attack: '`null` or a missing body means everything.',
    tests: [
      'server/features/services/pipelines/requeueUpdates.test.ts › rejects a call without a selection: no body, null, an empty object, or both fields',
      'server/features/services/alerts/rotateAlertKey.test.ts › rejects a body that is not an object, without rotating the key',
    ],
  },
  {
    number: 42,
    from: 'a review of Slipway',
    attack: 'Invalid HTTP: closed connections, wrong ranges, methods, hosts and encodings, and text that is not UTF-8.',
    tests: ['test/hostileInput.test.ts › '],
  },
  {
    number: 43,
    from: 'a review of Slipway',
    attack: 'One person’s slow reads and slow calls with Idempotency-Key block other people.',
    tests: [
      'server/http/liveUpdates.test.ts › a client that stops reading',
      'server/http/idempotency.test.ts › serves other people while slow calls of one person use all of that person’s connections',
    ],
  },
  {
    number: 44,
    from: 'a review of Slipway',
    attack: 'Text from people is rendered as HTML in ServiceNow.',
    tests: ['server/clients/servicenow/servicenow.test.ts › user text'],
  },
  {
    number: 45,
    from: 'a review of Slipway',
    attack: 'A package installs a program that the lock file does not list.',
    tests: ['scripts/scripts.test.ts › package-lock.json'],
  },
  {
    number: 46,
    from: 'a review of Slipway',
    attack: 'A stolen session with an old sign-in grants, decides or erases.',
    tests: ['test/adversary/stepUp.adversary.test.ts › '],
  },
  {
    number: 47,
    from: 'a review of Slipway',
    attack: 'A body has a field twice, so that the checked value differs from the used value.',
    tests: [
      'server/http/readJson.test.ts › rejects a repeated field, with its position: %s',
      'test/security.test.ts › is rejected with a repeated field, in any spelling',
    ],
  },
  {
    number: 48,
    from: 'a review of Slipway',
    attack: 'An attacker creates a directory group with the name that Slipway will use, and this group gets the roles.',
    tests: [
      'server/features/accounts/groups/ensureGroup.test.ts › doesn’t give a role to a group that a person created, even with Slipway’s description',
    ],
  },
  {
    number: 49,
    from: 'a review of Slipway',
    attack: 'A second user account of the requester votes before Slipway knows its employee number.',
    tests: [
      'server/auth/createFirstRead.test.ts › a user account that Slipway has not yet read from the directory',
      'server/approvals/seats.test.ts › an earlier stage approved with another user account of the requester',
    ],
  },
]
