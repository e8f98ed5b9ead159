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
    attack: 'The requester approves their own request, also as owner and administrator, through every call that decides.',
    tests: [
      'test/ownRequest.test.ts › ',
      'server/features/approvals/inbox/decideAccountApproval.test.ts › denies the requester, whatever roles they hold',
      'server/features/access/requests/decideAccessRequest.test.ts › denies the requester, also as owner and administrator, by either call and any session (advisories 1 and 3)',
      'server/features/sandboxes/requests/reviewSandboxRequest.test.ts › denies the requester, with any roles (advisory 1)',
    ],
  },
  {
    number: 2,
    from: 'CVE-2026-83805 (Nautobot)',
    attack: 'Forged fields for the requester, the approver and the status, in every body, also nested; one vote sent twice.',
    tests: [
      'server/features/access/requests/decideAccessRequest.test.ts › rejects forged fields, nested or not (advisory 2)',
      'server/features/sandboxes/requests/createSandboxRequest.test.ts › rejects forged fields, so that a request can’t approve itself (advisory 2)',
      'test/security.test.ts › bodies',
    ],
  },
  {
    number: 3,
    from: 'CVE-2026-92528 (GitLab)',
    attack: 'One person uses a cookie, token, key, changed address, second account, group or delegation.',
    tests: [
      'test/accessAdvisories.test.ts › denies your own request also with a token that carries any role (CVE-2026-92528)',
      'test/ownRequest.test.ts › ',
    ],
  },
  {
    number: 4,
    from: 'CVE-2023-4812, CVE-2023-4379 (GitLab)',
    attack: 'A request is changed after its approval; a vote for an earlier version of a request.',
    tests: [
      'server/features/access/requests/decideAccessRequest.test.ts › rejects a decision on an earlier version, by version, If-Match or round (advisory 4)',
      'server/features/accounts/updates/editAccountUpdate.test.ts › replaces what was requested, discards votes and reports that',
    ],
  },
  {
    number: 5,
    from: 'CVE-2026-14288, CVE-2024-0410 (GitLab)',
    attack: 'Approvers change while a request is pending; applying an approval fails halfway. Neither leads to an approval.',
    tests: [
      'test/accessAdvisories.test.ts › grants nothing and notifies the requester when the directory refuses (CVE-2026-14288)',
      'test/accessAdvisories.test.ts › accepts decisions of the owners at that time, not those at the request (CVE-2024-0410)',
    ],
  },
  {
    number: 6,
    from: 'CVE-2026-9796 (Keycloak)',
    attack: 'Names are swapped between the check and the change; fifty concurrent decisions.',
    tests: [
      'test/accessAdvisories.test.ts › binds grants to ids, so that swapped names change nothing elsewhere (CVE-2026-9796)',
      'server/features/access/requests/decideAccessRequest.test.ts › ends 50 concurrent approvals and rejections with one outcome, one event and at most one grant (advisory 6)',
    ],
  },
  {
    number: 7,
    from: 'CVE-2022-39328 (Grafana), CVE-2026-92628 (GitLab)',
    attack: 'Fifty people and four keys share few connections, and one gets data of another.',
    tests: ['test/advisoriesKeys.test.ts › fifty people and four keys at once over eight connections (CVE-2022-39328)'],
  },
  {
    number: 8,
    from: 'GHSA-82gq-xfg3-5j7v (Grafana)',
    attack: 'Two keys in turn; a revoked key on another replica.',
    tests: ['test/advisoriesKeys.test.ts › two keys in turn (GHSA-82gq-xfg3-5j7v)'],
  },
  {
    number: 9,
    from: 'CVE-2023-24999 (Vault)',
    attack: 'A record is read or changed through a parent that it does not belong to.',
    tests: [
      'server/features/accounts/groups/deleteAccountGroup.test.ts › returns 404 for a group of another account',
      'server/features/accounts/updates/getAccountUpdate.test.ts › returns 404 for an unknown update, and for an update of another account',
      'server/features/services/alerts/deleteAlertKey.test.ts › the key of another account, as if it were not there, though both are the caller’s',
    ],
  },
  {
    number: 10,
    from: 'CVE-2024-3656 (Keycloak)',
    attack: 'Every call, by every role that is not allowed to make it.',
    tests: ['test/roles.test.ts › every operation and role'],
  },
  {
    number: 11,
    from: 'GHSA-76cc-p55w-63g3 (Teleport)',
    attack: 'An owner grants or requests more than the group or role allows.',
    tests: [
      'server/features/access/pim/createPimAssignment.test.ts › denies a role that the person isn’t eligible for, also to owners and administrators, without a call to Azure',
      'server/features/access/assignments/updateAccountAccess.test.ts › denies an owner a later end date of their own access, also as administrator',
    ],
  },
  {
    number: 12,
    from: 'CVE-2026-27802 (Vaultwarden)',
    attack: 'Bulk calls with one forbidden item; bulk calls with ten thousand items.',
    tests: [
      'server/features/sandboxes/access/addSandboxMembers.test.ts › rejects all if one person can’t be added, and names each with the reason (advisory 12)',
      'server/features/sandboxes/access/addSandboxMembers.test.ts › rejects none, 501, and ten thousand people (advisory 12)',
    ],
  },
  {
    number: 13,
    from: 'CVE-2026-89322 (Vault)',
    attack: 'The same name or id in another spelling: case, accents, spaces, similar characters.',
    tests: [
      'server/features/access/assignments/updateAccountAccess.test.ts › denies other spellings of the id (CVE-2026-89322)',
      'server/features/sandboxes/sandboxes/getSandboxByName.test.ts › returns 404 for the hidden name %j to other people',
    ],
  },
  {
    number: 14,
    from: 'CVE-2026-2880 and related (@fastify/middie)',
    attack: 'Request targets with //, ; or %2F, or as absolute URLs.',
    tests: [
      'test/security.test.ts › a target spelled unusually reaches nothing that the usual spelling does not (CVE-2026-2880 and its kin)',
    ],
  },
  {
    number: 15,
    from: 'CVE-2025-29927 (Next.js)',
    attack: 'Headers that other servers trust.',
    tests: [
      'test/security.test.ts › headers that other servers trust',
      'test/advisoriesKeys.test.ts › makes no more of it than it is (CVE-2025-29927)',
    ],
  },
  {
    number: 16,
    from: 'CVE-2025-31137 (React Router), GHSA-fqh6-6h6c-366m (couch-auth)',
    attack: 'A forged Host header, at sign-in and in every generated URL.',
    tests: ['test/security.test.ts › a host that is not Slipway’s', 'test/security.test.ts › never appear in an address Slipway writes'],
  },
  {
    number: 17,
    from: 'CVE-2026-7507 (Keycloak), GHSA-4m3m-ppvx-xgw9, GHSA-2ccf-ffrj-m4qw (fastify-passport)',
    attack: 'A session id set before the sign-in (session fixation).',
    tests: [
      'server/features/platform/sign-in/signIn.test.ts › is new at each sign-in: a planted one is worth nothing afterwards, to whoever planted it too',
      'server/features/platform/sign-in/signIn.test.ts › a callback in a browser that did not begin it, planted or empty-handed',
    ],
  },
  {
    number: 18,
    from: 'GHSA-3fjj-p79j-c9hh, CVE-2025-32442, CVE-2026-3419 (Fastify)',
    attack: 'Requests from other sites without preflight; unusual content types; a GET that changes something.',
    tests: ['test/security.test.ts › another site’s request', 'test/security.test.ts › bodies'],
  },
  {
    number: 19,
    from: 'CVE-2024-8883, CVE-2026-7504 (Keycloak)',
    attack: 'A sign-in that redirects to another site.',
    tests: ['server/features/platform/sign-in/signIn.test.ts › turns %j into the start page'],
  },
  {
    number: 20,
    from: 'CVE-2024-10270 (Keycloak)',
    attack: 'Filters, sorts and searches that take extremely long.',
    tests: [
      'server/http/filter.test.ts › for any text: either SQL with every value bound, or invalidFilter; and without long thought',
      'server/http/list.test.ts › throws nothing but a Failure, and answers soon, whatever is searched, sorted and filtered',
    ],
  },
  {
    number: 21,
    from: 'CVE-2024-45815 (Backstage)',
    attack: 'Queries, bodies and tags that change the prototype (prototype pollution).',
    tests: ['test/security.test.ts › queries', 'test/security.test.ts › whose tags reach for the prototype'],
  },
  {
    number: 22,
    from: 'CVE-2023-6484 (Keycloak)',
    attack: 'Line breaks, escape sequences and forged JSON in logs.',
    tests: [
      'server/http/logger.test.ts › writes one valid JSON object a line, whatever callers send, and none of their secrets (CVE-2023-6484)',
    ],
  },
  {
    number: 23,
    from: 'JumpServer (comments of tickets), CVE-2024-55224 (Vaultwarden)',
    attack: 'Markup in a requester’s text, on approvers’ screens, in mail and in chats.',
    tests: ['test/e2e/markup.e2e.test.ts › '],
  },
  {
    number: 24,
    from: 'CVE-2026-93581 (OTRS), GHSA-xhvv-3jww-c487 (ActiveAdmin)',
    attack: 'Formulas in CSV exports.',
    tests: [
      'server/http/csv.test.ts › makes %j inert',
      'server/features/accounts/accounts/exportAccounts.test.ts › neutralises formulas in CSV, and keeps them in JSON',
    ],
  },
  {
    number: 25,
    from: 'CVE-2026-24048 (Backstage), GHSA-hw4x-mcx5-9q36 (Teleport), CVE-2020-10770 (Keycloak)',
    attack:
      'URLs to the internal network: links from other services, redirects, vaults, repositories, webhooks; path segments that hide calls.',
    tests: [
      'test/advisoriesOutside.test.ts › an outside service that points inward',
      'test/advisoriesOutside.test.ts › callers who name where to go',
      'test/advisoriesOutside.test.ts › the configured first segments',
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
    attack: 'A vote of an approver who lost the seat before the stage closed; two accounts of one approver.',
    tests: ['server/approvals/seats.test.ts › the votes that count when a stage closes'],
  },
  {
    number: 28,
    from: 'a review of Slipway',
    attack: 'A vote without a seat, by the requester, or twice with one seat, directly in the database.',
    tests: ['server/approvals/seats.test.ts › the database'],
  },
  {
    number: 29,
    from: 'a review of Slipway',
    attack: 'An administrator or owner grants, extends, reviews or lifts something for themselves or their second account.',
    tests: ['test/ownAccess.test.ts › '],
  },
  {
    number: 30,
    from: 'a review of Slipway',
    attack: 'A custom role that can assign roles passes as harmless.',
    tests: ['server/auth/privilegedRoles.test.ts › isPrivileged', 'test/privilegedRoles.test.ts › groups with a privileged role'],
  },
  {
    number: 31,
    from: 'a review of Slipway',
    attack: 'A ticket that the requester or their second account opened is accepted; the title of any ticket is readable.',
    tests: [
      'server/features/access/pim/checkPimTicket.test.ts › checkPimTicket without eligibility',
      'server/features/access/pim/checkPimTicket.test.ts › checkPimTicket of the person’s own ticket',
    ],
  },
  {
    number: 32,
    from: 'a review of Slipway',
    attack: 'A request that was still pending restores access that was returned.',
    tests: ['server/approvals/withdrawPending.test.ts › '],
  },
  {
    number: 33,
    from: 'a review of Slipway',
    attack: 'An application acts as a person with an app-only token.',
    tests: [
      'server/auth/bearer.test.ts › an app-only token',
      'server/features/platform/api-keys/registerApplication.test.ts › registerApplication works',
    ],
  },
  {
    number: 34,
    from: 'a review of Slipway',
    attack: 'A removed role, or a disabled person, continues to work in a session, token, key or stream.',
    tests: [
      'server/auth/appRoles.test.ts › roles',
      'server/http/liveUpdates.test.ts › ends on every replica when the directory disables the person, for tokens too',
      'server/features/platform/directory/syncDirectory.test.ts › revokes the keys of someone disabled, for good and on record, and notifies whoever generated them',
    ],
  },
  {
    number: 35,
    from: 'a review of Slipway',
    attack: 'A bearer token over plain http next to an API key; a public URL without TLS; a key secret that can be guessed.',
    tests: [
      'server/auth/bearer.test.ts › is refused beside an API key and on the alert call, which have credentials of their own',
      'server/config.test.ts › names a weak key secret and an open public address together',
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
      'server/features/platform/audit/confirmAuditErasure.test.ts › confirmAuditErasure refuses',
      'server/features/platform/audit/requestAuditErasure.test.ts › requestAuditErasure refuses',
    ],
  },
  {
    number: 38,
    from: 'a review of Slipway',
    attack: "The audit trail is cut together with its checkpoints and signed again, or changed with the server's database role.",
    tests: [
      'server/audit/sequencer.test.ts › chainNext refuses to sign',
      'server/db/runtimeRole.test.ts › the role that the server runs with',
    ],
  },
  {
    number: 39,
    from: 'a review of Slipway',
    attack: 'Anonymous calls flood the audit trail.',
    tests: ['server/http/anonymousCalls.test.ts › refused calls of callers who are not signed in'],
  },
  {
    number: 40,
    from: 'a review of Slipway',
    attack: 'One body of 1 MB blocks the server: duplicates, depth, many fields, patterns.',
    tests: ['server/http/bodyCost.test.ts › while it is parsed: %s', 'test/hostileInput.test.ts › a body that would keep the server busy'],
  },
  {
    number: 41,
    from: 'a review of Slipway',
    attack: '`null` or a missing body means everything.',
    tests: [
      'server/features/services/pipelines/requeueUpdates.test.ts › when it is not told which: nothing sent, null, an empty object, or both',
      'server/features/services/alerts/rotateAlertKey.test.ts › refuses a body that is no object, and rotates nothing',
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
      'server/http/liveUpdates.test.ts › a client that does not read',
      'server/http/idempotency.test.ts › lets others go on while slow calls of one person have as many connections as one person can',
    ],
  },
  {
    number: 44,
    from: 'a review of Slipway',
    attack: 'Text from people is rendered as HTML in ServiceNow.',
    tests: ['server/clients/servicenow/servicenow.test.ts › text that people wrote'],
  },
  {
    number: 45,
    from: 'a review of Slipway',
    attack: 'A package installs a program that the lock file does not list.',
    tests: ['scripts/scripts.test.ts › the packages'],
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
    attack: 'A body has a field twice, so that the checked value is not the used value.',
    tests: [
      'server/http/readJson.test.ts › refuses a field that is sent twice, and says where: %s',
      'test/security.test.ts › with a field that is sent twice, in any spelling',
    ],
  },
  {
    number: 48,
    from: 'a review of Slipway',
    attack: 'A directory group created beforehand with the name that Slipway will use gets the roles.',
    tests: [
      'server/features/accounts/groups/ensureGroup.test.ts › gives no role to a group that a person prepared, whatever its description',
    ],
  },
  {
    number: 49,
    from: 'a review of Slipway',
    attack: 'A second account of the requester votes before Slipway knows its employee number.',
    tests: [
      'server/auth/firstReading.test.ts › an account that Slipway has not read in the directory yet',
      'server/approvals/seats.test.ts › an earlier stage approved from another account of the requester',
    ],
  },
]
