import { base, paths } from '../../../paths.ts'
import { cockpitTabsLabel } from '../../../shared/cockpitTabLabels.ts'
import type { Term } from './terms.ts'

interface HelpTopic {
  title: string
  summary: string
  steps: readonly string[]
  questions: readonly [question: string, answer: string][]
  terms: readonly Term[]
}

const home: HelpTopic = {
  title: 'Home',
  summary: 'Everything that needs you today: decisions, requests, accounts and access that ends soon.',
  steps: [
    'Start with the tasks at the top. Each task opens the page on which you complete it.',
    'Select Search at the top to find any page, account or person, or to start an action.',
    'The bell shows what is new. Under your name, choose what you also get by email.',
  ],
  questions: [
    ['Why don’t I see an account?', 'Home lists accounts that you own. All accounts are in the account list.'],
    ['Where is my request?', 'Open My requests. It lists all your requests, of every kind.'],
    ['Who can help me?', 'Select Give feedback at the top of the page. Administrators read it and can reply.'],
  ],
  terms: ['Account', 'Tower', 'Family', 'Owner'],
}

/** The topics by the start of the URL. The longest start that matches applies. */
const topics: Record<string, HelpTopic> = {
  [paths.approvals()]: {
    title: 'Approvals',
    summary: 'Requests that wait for your decision, with the facts you need to decide.',
    steps: [
      'Select a request and read its reason, cost, risk and warnings.',
      'Approve it, reject it, request changes, or ask a question in a comment.',
      'Select similar requests to decide on up to 50 of them together.',
    ],
    questions: [
      ['What happens if I don’t decide?', 'We remind you. Without a decision before the deadline, the request expires.'],
      ['I’m not the right person. What can I do?', 'Select Reassign and name the person who should decide. You can still decide yourself.'],
      ['Who decides while I’m away?', 'Choose a delegate under Absence, in the menu under your name.'],
    ],
    terms: ['Stage', 'Vote', 'Reassign', 'Delegation', 'Risk'],
  },
  [paths.requests()]: {
    title: 'My requests',
    summary: 'All your requests, of every kind, with their status.',
    steps: [
      'Open a request to see who decides, and what happens next.',
      'If an approver requests changes, edit the request and resubmit it.',
      'You can withdraw a request until it’s decided.',
    ],
    questions: [
      ['How long does an approval take?', 'The request shows the usual time of each stage.'],
      ['Why does an approval restart?', 'When you edit a request, approvers need to review the new version.'],
      ['What happens after the approval?', 'Slipway sets everything up automatically and notifies you.'],
    ],
    terms: ['Account request', 'Stage', 'Round', 'Withdraw'],
  },
  [paths.accounts()]: {
    title: 'Accounts',
    summary: 'The Azure subscriptions of the company, with their owners, cost and health.',
    steps: [
      'Search by name, or add filters. Save a filter as a view to use it again.',
      'Open an account to see its resources, network, security, cost and access.',
      'Request a new account in four steps. You see the approvers before you submit.',
    ],
    questions: [
      ['How do I get access to an account?', 'Open Find access and describe what you need to do there.'],
      ['What is a good health score?', 'The score goes from 0 to 100. Each finding shows how to fix it.'],
      ['Can I undo a decommission?', 'Yes, until the grace period ends. The account page shows the date.'],
    ],
    terms: ['Account', 'Tower', 'Family', 'Health score', 'Finding', 'Decommission', 'Grace period'],
  },
  [paths.requestAccount()]: {
    title: 'Request an account',
    summary: 'The form for a new account, in four steps.',
    steps: [
      'Name the account and its purpose, and choose its family. You can start from an existing account.',
      'Choose the network, services, owners, budget and access groups.',
      'Check the summary. It shows who decides and how long that usually takes. Then submit the request.',
    ],
    questions: [
      ['Is my input lost if I leave?', 'No. The browser keeps it as a draft until you submit the request or start over.'],
      ['Can I change the request later?', 'Yes, until it’s decided. Approvers then need to review the new version.'],
      ['How many owners does an account need?', 'At least 2 and at most 10. You don’t have to be one of them.'],
    ],
    terms: ['Account request', 'Family', 'Owner', 'Catalogue item', 'Stage'],
  },
  [paths.sandboxes()]: {
    title: 'Sandboxes',
    summary: 'Temporary Azure environments with a budget and an end date.',
    steps: [
      'Choose a template, which defines the resources, budget and lease you can have.',
      'Submit the request. Small sandboxes are often approved automatically.',
      'Extend the lease before it ends, or delete the sandbox when you no longer need it.',
    ],
    questions: [
      [
        'What happens when the budget is used up?',
        'If its template says so, the sandbox is frozen: compute and access stop, and your data is kept. Extend the budget to resume it.',
      ],
      ['What happens when the lease ends?', 'Compute and access stop. For 24 hours, you can restore the sandbox with an extension.'],
      ['Can I undo a deletion?', 'Yes, for 24 hours, until the removal starts.'],
    ],
    terms: ['Sandbox', 'Template', 'Lease', 'Extension', 'Freeze, resume', 'Spend'],
  },
  [paths.access()]: {
    title: 'My access',
    summary: 'The access groups and sandboxes that you’re a member of, and when your access ends.',
    steps: [
      'Extend access before it ends. Approvers see why you still need it.',
      'Leave a group when you no longer need it.',
      'Activate a privileged role only while you use it.',
    ],
    questions: [
      ['When does my access end?', 'Each group shows the date. We remind you 14 days and 1 day before.'],
      ['How do I get more access?', 'Open Find access and describe the task, such as “deploy to checkout test”.'],
      ['Why was my access removed?', 'It ended, a review removed it, or an owner did. Recently ended access shows the reason.'],
    ],
    terms: ['Access group', 'Assignment', 'Maximum duration', 'Eligible role'],
  },
  [paths.findAccess()]: {
    title: 'Find access',
    summary: 'Finds the group with the least privilege that allows your task.',
    steps: [
      'Describe the task and the account, or paste the error message from Azure.',
      'Compare the groups. The first group has the fewest extra permissions.',
      'Request access. You see the approvers and the usual wait first.',
    ],
    questions: [
      ['Why is a word not recognised?', 'Use names from the account list, such as an account, family or tower.'],
      ['What if no group fits?', 'Ask an account owner to create a group for the task.'],
      ['How long do I get access?', 'As long as you request, up to the maximum of the group.'],
    ],
    terms: ['Access group', 'Access request', 'Maximum duration', 'Separation-of-duties rule'],
  },
  [paths.privilegedRoles()]: {
    title: 'Privileged roles',
    summary: 'Roles that you activate for some hours when you need them.',
    steps: [
      'Choose the role and account, and enter a reason.',
      'Confirm your identity if the role requires it.',
      'The role ends automatically. Deactivate it earlier when you’re done.',
    ],
    questions: [
      ['Why do I have to confirm my identity?', 'The role requires multi-factor authentication, as set in Azure.'],
      ['Why can’t I deactivate a role immediately?', 'Azure keeps a role active for at least 5 minutes.'],
      ['How do I get an eligible role?', 'Join an access group that has it. Find access shows the groups.'],
    ],
    terms: ['Eligible role', 'Active role', 'Activation', 'Deactivate', 'Step-up sign-in'],
  },
  [paths.accessReviews()]: {
    title: 'Access reviews',
    summary: 'Campaigns in which reviewers decide who keeps access.',
    steps: [
      'Open a review and decide on each membership: keep or remove.',
      'Removal is recommended for people who are disabled, changed department or didn’t use the access.',
      'When the review closes, access that you removed is revoked.',
    ],
    questions: [
      ['What happens if I don’t decide?', 'The review says so on its page: keep, remove, the recommendation, or another reviewer.'],
      ['Can I change a decision?', 'Yes, until the review closes.'],
      ['Can I review my own access?', 'Only in a self-review. Otherwise another reviewer decides.'],
    ],
    terms: ['Access review', 'Assignment', 'Access group', 'Revoke access'],
  },
  [paths.accessDrift()]: {
    title: 'Access drift',
    summary: 'Access that was changed in the directory, outside Slipway.',
    steps: [
      'Read what differs, and who is affected.',
      'Adopt the change, or restore the recorded access.',
      'Select several differences of one kind to resolve them together.',
    ],
    questions: [
      ['Who resolves a difference?', 'The owners of the account, or an administrator.'],
      ['How often does Slipway scan?', 'The page shows the period. You can start a scan at any time.'],
      ['Is anything changed automatically?', 'Access isn’t. A difference closes when directory and record match again.'],
    ],
    terms: ['Access drift', 'Scan', 'Assignment', 'Resolve, reconcile'],
  },
  [paths.emergencyAccess()]: {
    title: 'Emergency access',
    summary: 'Temporary access without approval, for people on call.',
    steps: [
      'Open the account, then select More and Emergency access.',
      'Owners and administrators are notified, and an incident is opened.',
      'Submit a report within 24 hours after the access ends. Another person reviews it.',
    ],
    questions: [
      ['Who can use it?', 'Members of the on-call group of an emergency profile.'],
      ['How long does it last?', 'Up to the maximum of the profile. You can end it earlier.'],
      ['What if the report is late?', 'You can’t use emergency access until an administrator lifts the block.'],
    ],
    terms: ['Emergency access', 'Emergency profile', 'Post-use report', 'Incident'],
  },
  [paths.estate()]: {
    title: 'Estate',
    summary: 'All accounts and sandboxes in numbers: cost, health, owners and access.',
    steps: [
      'Select a number to open the list behind it.',
      'Compare towers by cost, forecast and health.',
      'Look for accounts without owners and access that ends soon.',
    ],
    questions: [
      ['How current is the cost?', 'Slipway reads the cost of each account from Azure every hour.'],
      ['What is an unmanaged account?', 'The account was added manually, so Slipway doesn’t manage its subscription.'],
      ['Who can see this page?', 'Administrators and auditors.'],
    ],
    terms: ['Estate', 'Health score', 'Ownership gap', 'Tower'],
  },
  [paths.policies()]: {
    title: 'Approval policies',
    summary: 'The rules that decide who approves which request.',
    steps: [
      'Select Edit policy to change the rules for automatic decisions and the approval stages. The first change that you save creates a draft.',
      'Replay the draft on past requests to see what would change.',
      'Propose it. It goes live when another administrator approves it.',
    ],
    questions: [
      ['What happens to pending requests?', 'They keep the version that was live when they were submitted.'],
      ['Can I go back to an earlier version?', 'Copy the JSON of that version into a new draft, then propose the draft.'],
      [
        'How do I write a condition?',
        'Insert a fact, such as the environment, and compare it with a value. The form shows it as a sentence.',
      ],
    ],
    terms: ['Approval policy', 'Stage', 'Policy replay', 'Policy test'],
  },
  [paths.audit()]: {
    title: 'Audit trail',
    summary: 'Every change and denied request, with who made it and when.',
    steps: [
      'Filter by person, action or record, and open an event to see what changed.',
      'Export the events, or stream them to your security tools.',
      'Verify the chain to prove that no event was altered.',
    ],
    questions: [
      ['How long are events kept?', 'Permanently. Personal data can be erased on request.'],
      ['Who can see this page?', 'Administrators and auditors.'],
      ['What is a system action?', 'Something that Slipway did itself, such as ending access on its end date.'],
    ],
    terms: ['Audit event', 'System action', 'Activity'],
  },
  [paths.runs()]: {
    title: cockpitTabsLabel,
    summary: 'What Slipway is doing: runs, queues, connectors and checks.',
    steps: [
      'Start with Stuck work. It lists what can’t continue without a person.',
      'Open a run to see the failed step, the response and the possible actions.',
      'Fix the cause, then retry the run. Completed steps aren’t repeated.',
    ],
    questions: [
      [
        'What is the difference between failed and stalled?',
        'A failed run stopped with an error. A stalled run made no progress for 15 minutes.',
      ],
      ['Can I cancel a run?', 'Yes. Its completed steps are reversed.'],
      ['When should I pause a queue?', 'When an external system is down, so that jobs don’t fail in the meantime.'],
    ],
    terms: ['Run', 'Step', 'Stuck', 'Queue, job', 'Connector'],
  },
  [`${base}/admin`]: {
    title: 'Administration',
    summary: 'Settings for the whole company. Changes apply immediately and are recorded.',
    steps: [
      'Open a row to see its details and activity.',
      'Some changes need a recent sign-in with multi-factor authentication.',
      'The audit trail shows who changed what.',
    ],
    questions: [
      ['Why can’t I change anything here?', 'Only administrators can. Auditors can read everything.'],
      ['Where do I connect a chat?', 'Under Notification channels. Send a test message first.'],
      ['How does a program sign in?', 'With an API key, or as a registered application.'],
    ],
    terms: ['API key', 'Notification channel', 'Sandbox host', 'Maintenance mode'],
  },
  [`${base}/me`]: {
    title: 'Your settings',
    summary: 'Your absence, your notifications and the browsers in which you’re signed in.',
    steps: [
      'Before an absence, choose a delegate who decides for you.',
      'Choose which notifications you also get by email, and when.',
      'Sign out of browsers that you no longer use.',
    ],
    questions: [
      ['Can I still decide while I’m away?', 'Yes. You and your delegate share one vote.'],
      ['Can I turn off all email?', 'Almost. Urgent messages, such as emergency access, are always sent.'],
      ['What if I don’t recognise a session?', 'Sign out of it, then contact the platform team.'],
    ],
    terms: ['Absence', 'Delegation', 'Notification'],
  },
  [paths.edgeRollouts()]: {
    title: 'Edge stores',
    summary: 'The creation of accounts for many stores, in waves.',
    steps: [
      'Choose the stores and check the plan.',
      'Launch the rollout. Each wave starts after the one before it.',
      'If too many stores fail, the rollout halts until an administrator resumes it.',
    ],
    questions: [
      ['What happens to stores in progress when I halt?', 'They finish. No new stores start.'],
      ['Can I retry a store?', 'Yes, from its row in the rollout.'],
      ['Where does the list of stores come from?', 'From the store directory. You can search it.'],
    ],
    terms: ['Rollout, wave', 'Run'],
  },
  [paths.catalogue()]: {
    title: 'Catalogue',
    summary: 'Services that the platform team runs in accounts.',
    steps: [
      'Open an item to see its settings, estimate and approvers.',
      'To add a service to your account, open the account and select Edit services.',
      'For a new account, choose its services in the account request.',
    ],
    questions: [
      ['What does a service cost?', 'The item shows the estimate for a month with default settings.'],
      ['Who approves a service?', 'The approvers of the account. Some items also have approvers of their own.'],
      ['Why is an item no longer available?', 'An administrator withdrew the item. Accounts that have it keep it.'],
    ],
    terms: ['Catalogue item', 'Service', 'Account change'],
  },
  [paths.towers()]: {
    title: 'Towers',
    summary: 'Business areas with their leads. Each family belongs to one tower.',
    steps: [
      'Search by name, code or lead.',
      'Select the name of a tower to open its families.',
      'Administrators can create, edit and delete towers.',
    ],
    questions: [
      ['What do the leads do?', 'They approve new accounts of their tower, as the approval policy says.'],
      ['Why can’t I delete a tower?', 'The tower has families or accounts, or past requests or deleted accounts refer to it.'],
      ['Who can change a tower?', 'Only administrators.'],
    ],
    terms: ['Tower', 'Family', 'Account'],
  },
  [paths.families()]: {
    title: 'Families',
    summary: 'Groups of related accounts, with their owners.',
    steps: [
      'Search by name or owner, or choose a tower.',
      'Select the name of a family to open its accounts.',
      'Administrators can create, edit and delete families.',
    ],
    questions: [
      ['What do the owners do?', 'They are the first approvers of new accounts, as the approval policy says.'],
      ['Can a family move to another tower?', 'Yes. An administrator edits the family and chooses the tower.'],
      ['Why can’t I delete a family?', 'The family has accounts, open requests, rollouts or channels. The button shows the reason.'],
    ],
    terms: ['Family', 'Tower', 'Owner'],
  },
  [paths.tools()]: {
    title: 'Look-ups',
    summary: 'Subnets, virtual machine sizes and images, as Azure lists them.',
    steps: [
      'Choose an account or a region.',
      'Filter the list, such as subnets by free addresses.',
      'Compare sizes by price and restrictions, or copy the URN of an image.',
    ],
    questions: [
      ['How current is a list?', 'Each list shows when Slipway read it from Azure. Select Refresh to read it again.'],
      ['Which accounts can I choose?', 'Accounts that you own. Administrators and auditors can choose any account.'],
      ['Why is a size missing?', 'Unavailable sizes are hidden. Switch on Show unavailable sizes to see them with their restrictions.'],
    ],
    terms: ['Account', 'Owner'],
  },
  [paths.reference()]: {
    title: 'API reference',
    summary: 'All operations of the API, with their parameters, responses and errors.',
    steps: [
      'Find an operation by its name or path.',
      'Copy its example, and set your token or API key first.',
      'Send an Idempotency-Key with each change, so that you can repeat the request.',
    ],
    questions: [
      ['How does a program sign in?', 'With a bearer token from the directory. Pipelines can use an API key for some operations.'],
      ['How do I avoid overwriting a change?', 'Send the version of the record as If-Match. If the record changed, the response is 412.'],
      ['What do I quote about an error?', 'The requestId in the response.'],
    ],
    terms: ['API key', 'Denied'],
  },
  [paths.restore()]: {
    title: 'Database restore',
    summary: 'The differences from external systems after the database was restored.',
    steps: [
      'Read what differs, and which deletions continue.',
      'Correct the external systems or pause queues, then compare again.',
      'Accept the restore. Slipway then continues its work.',
    ],
    questions: [
      ['What works during the pause?', 'People can sign in and read everything. Requests and approvals are rejected.'],
      ['Why can’t I accept the restore?', 'An incomplete report can’t be accepted. Correct the causes, then compare again.'],
      ['Can I stop a deletion?', 'Yes. Pause the queues before you accept, undo the deletion, then resume the queues.'],
    ],
    terms: ['Queue, job', 'Run', 'Schedule'],
  },
}

export function helpTopicOf(path: string): HelpTopic {
  const isWithin = (start: string) => path === start || path.startsWith(`${start}/`)
  const [longest] = Object.keys(topics)
    .filter(isWithin)
    .sort((left, right) => right.length - left.length)
  return longest ? topics[longest]! : home
}
