export interface KnownFlaw {
  cve: string
  /** Base score of CVSS 3. */
  score: number
  published: string
  title: string
  /** The fix names the package to update and its version; null where no fix exists. */
  fix: string | null
}

const createFlaw = (cve: string, score: number, published: string, title: string, fix: string | null): KnownFlaw => ({
  cve,
  score,
  published,
  title,
  fix,
})

const commonFlaws: KnownFlaw[] = [
  createFlaw('CVE-2023-0286', 7.4, '2023-02-08', 'OpenSSL: X.400 address type confusion in X.509 names', 'OpenSSL 3.0.8'),
  createFlaw('CVE-2022-0778', 7.5, '2022-03-15', 'OpenSSL: endless loop when parsing certificates', 'OpenSSL 1.1.1n'),
  createFlaw('CVE-2023-5363', 7.5, '2023-10-25', 'OpenSSL: cipher key and IV length handled wrongly', 'OpenSSL 3.0.12'),
  createFlaw('CVE-2023-2650', 6.5, '2023-05-30', 'OpenSSL: slow processing of object identifiers', 'OpenSSL 3.0.9'),
  createFlaw('CVE-2024-0727', 5.5, '2024-01-26', 'OpenSSL: crash on a malformed PKCS12 file', 'OpenSSL 3.0.13'),
  createFlaw('CVE-2023-38545', 9.8, '2023-10-18', 'curl: heap overflow in the SOCKS5 handshake', 'curl 8.4.0'),
  createFlaw('CVE-2024-7264', 6.5, '2024-07-31', 'curl: read beyond the buffer when parsing ASN.1 dates', 'curl 8.9.1'),
  createFlaw('CVE-2022-37434', 9.8, '2022-08-05', 'zlib: heap overflow in inflate through a large gzip header', 'zlib 1.2.13'),
  createFlaw('CVE-2023-45853', 9.8, '2023-10-14', 'zlib: integer overflow in MiniZip', null),
  createFlaw('CVE-2023-4911', 7.8, '2023-10-03', 'glibc: buffer overflow in the dynamic loader (Looney Tunables)', 'glibc 2.38-1'),
  createFlaw('CVE-2024-2961', 7.3, '2024-04-17', 'glibc: overflow in iconv to ISO-2022-CN-EXT', 'glibc 2.39-2'),
  createFlaw('CVE-2021-40528', 5.9, '2021-09-06', 'libgcrypt: ElGamal plaintext can be recovered', 'libgcrypt 1.9.4'),
  createFlaw('CVE-2023-29491', 7.8, '2023-04-14', 'ncurses: memory corruption through crafted terminfo', 'ncurses 6.4-20230408'),
  createFlaw('CVE-2023-50495', 6.5, '2023-12-12', 'ncurses: crash in _nc_wrap_entry', null),
  createFlaw('CVE-2022-3219', 3.3, '2023-02-23', 'GnuPG: denial of service by many compressed packets', null),
  createFlaw('CVE-2022-27943', 5.5, '2022-03-26', 'libiberty: unbounded stack use in the demangler', null),
  createFlaw('CVE-2013-4235', 4.7, '2019-12-03', 'shadow: race when copying and removing directory trees', null),
]

export const linuxFlaws: KnownFlaw[] = [
  ...commonFlaws,
  createFlaw('CVE-2024-6387', 8.1, '2024-07-01', 'OpenSSH: race in the signal handler of sshd (regreSSHion)', 'openssh-server 9.8p1'),
  createFlaw('CVE-2023-48795', 5.9, '2023-12-18', 'OpenSSH: prefix truncation in the handshake (Terrapin)', 'openssh 9.6p1'),
  createFlaw('CVE-2024-1086', 7.8, '2024-01-31', 'Linux kernel: use after free in nf_tables', 'linux 6.6.15'),
  createFlaw('CVE-2023-32233', 7.8, '2023-05-08', 'Linux kernel: use after free in nf_tables batches', 'linux 6.3.2'),
  createFlaw('CVE-2022-0847', 7.8, '2022-03-10', 'Linux kernel: pages can be overwritten (Dirty Pipe)', 'linux 5.16.11'),
  createFlaw('CVE-2021-3156', 7.8, '2021-01-26', 'sudo: heap overflow in argument parsing (Baron Samedit)', 'sudo 1.9.5p2'),
  createFlaw('CVE-2021-4034', 7.8, '2022-01-28', 'polkit: privilege escalation in pkexec (PwnKit)', 'policykit-1 0.105-31'),
  createFlaw('CVE-2022-1304', 7.8, '2022-04-14', 'e2fsprogs: read and write beyond bounds on a crafted file system', 'e2fsprogs 1.46.6'),
  createFlaw('CVE-2023-4016', 3.3, '2023-08-02', 'procps: heap overflow in ps', 'procps 4.0.4'),
  createFlaw('CVE-2016-2781', 6.5, '2017-02-07', 'coreutils: chroot lets a session escape to its parent', null),
]

export const windowsFlaws: KnownFlaw[] = [
  createFlaw(
    'CVE-2024-38063',
    9.8,
    '2024-08-13',
    'Windows TCP/IP: remote code execution through IPv6',
    'the August 2024 cumulative update',
  ),
  createFlaw(
    'CVE-2024-38077',
    9.8,
    '2024-07-09',
    'Windows Remote Desktop Licensing: remote code execution',
    'the July 2024 cumulative update',
  ),
  createFlaw(
    'CVE-2023-21554',
    9.8,
    '2023-04-11',
    'Microsoft Message Queuing: remote code execution (QueueJumper)',
    'the April 2023 cumulative update',
  ),
  createFlaw('CVE-2021-34527', 8.8, '2021-07-02', 'Windows Print Spooler: remote code execution (PrintNightmare)', 'KB5004945 or later'),
  createFlaw('CVE-2024-26229', 7.8, '2024-04-09', 'Windows CSC service: elevation of privilege', 'the April 2024 cumulative update'),
  createFlaw('CVE-2024-30088', 7.0, '2024-06-11', 'Windows kernel: elevation of privilege', 'the June 2024 cumulative update'),
  createFlaw(
    'CVE-2022-30190',
    7.8,
    '2022-06-01',
    'Microsoft Support Diagnostic Tool: remote code execution (Follina)',
    'the June 2022 cumulative update',
  ),
  createFlaw('CVE-2023-36884', 7.5, '2023-07-11', 'Windows Search: remote code execution', 'the August 2023 cumulative update'),
  createFlaw(
    'CVE-2025-29824',
    7.8,
    '2025-04-08',
    'Windows Common Log File System: elevation of privilege',
    'the April 2025 cumulative update',
  ),
  createFlaw(
    'CVE-2023-44487',
    7.5,
    '2023-10-10',
    'HTTP/2: rapid reset of streams exhausts the server',
    'the October 2023 cumulative update',
  ),
  createFlaw('CVE-2022-3602', 7.5, '2022-11-01', 'OpenSSL: overflow when checking e-mail addresses in certificates', 'OpenSSL 3.0.7'),
  createFlaw('CVE-2023-48795', 5.9, '2023-12-18', 'OpenSSH for Windows: prefix truncation in the handshake (Terrapin)', 'OpenSSH 9.5'),
  createFlaw(
    'CVE-2013-3900',
    5.5,
    '2013-12-11',
    'WinVerifyTrust: signature check can be bypassed (the fix needs a registry setting)',
    null,
  ),
]

export const imageFlaws: KnownFlaw[] = [
  ...commonFlaws,
  createFlaw('CVE-2021-44228', 10, '2021-12-10', 'Log4j: remote code execution by a logged message (Log4Shell)', 'log4j-core 2.17.1'),
  createFlaw(
    'CVE-2022-22965',
    9.8,
    '2022-04-01',
    'Spring Framework: remote code execution by data binding (Spring4Shell)',
    'spring-beans 5.3.18',
  ),
  createFlaw(
    'CVE-2022-42889',
    9.8,
    '2022-10-13',
    'Apache Commons Text: code execution by interpolation (Text4Shell)',
    'commons-text 1.10.0',
  ),
  createFlaw('CVE-2024-21626', 8.6, '2024-01-31', 'runc: a leaked file descriptor lets a container escape', 'runc 1.1.12'),
  createFlaw('CVE-2023-44487', 7.5, '2023-10-10', 'HTTP/2: rapid reset of streams exhausts the server', 'golang.org/x/net 0.17.0'),
  createFlaw('CVE-2019-8457', 9.8, '2019-05-30', 'SQLite: read beyond the buffer in rtreenode()', 'sqlite 3.28.0'),
  createFlaw('CVE-2023-39615', 6.5, '2023-08-29', 'libxml2: read beyond the buffer in SAX2', 'libxml2 2.11.5'),
]

export interface SqlRule {
  id: string
  severity: 'High' | 'Medium' | 'Low'
  title: string
  category: string
  impact: string
  remediation: string
}

const rule = (
  id: string,
  severity: SqlRule['severity'],
  title: string,
  category: string,
  impact: string,
  remediation: string,
): SqlRule => ({ id, severity, title, category, impact, remediation })

export const sqlRules: SqlRule[] = [
  rule(
    'VA2065',
    'High',
    'Server-level firewall rules should be tracked and maintained at a strict minimum',
    'SurfaceAreaReduction',
    'Each unnecessary rule exposes the database to more networks.',
    'Review every server-level firewall rule and remove unnecessary rules. Set the other rules as the baseline.',
  ),
  rule(
    'VA2108',
    'High',
    'Minimal set of principals should be members of fixed high impact database roles',
    'AuthenticationAndAuthorization',
    'Members of these roles can read and change everything in the database.',
    'Remove people and applications that don’t need these roles: db_owner, db_securityadmin and db_accessadmin.',
  ),
  rule(
    'VA1288',
    'Medium',
    'Sensitive data columns should be classified',
    'DataProtection',
    'Unclassified personal data is not monitored or masked.',
    'Review the recommendations in Data Discovery & Classification and accept the correct ones.',
  ),
  rule(
    'VA1143',
    'Medium',
    "'dbo' user should not be used for normal service operation",
    'AuthenticationAndAuthorization',
    'A service that runs as dbo can change everything in the database.',
    'Give the service its own user with only the permissions it needs.',
  ),
  rule(
    'VA2109',
    'Low',
    'Minimal set of principals should be members of fixed low impact database roles',
    'AuthenticationAndAuthorization',
    'More people than necessary can read the data.',
    'Remove people and applications that don’t need these roles: db_datareader and db_datawriter.',
  ),
  rule(
    'VA2130',
    'Low',
    'Track all users with access to the database',
    'AuditingAndLogging',
    'Unknown users can go unnoticed.',
    'Compare the users with the list of people who should have access. Set that list as the baseline.',
  ),
]
