import { setFlagsFromString } from 'node:v8'

/**
 * Collects garbage once the heap is 1.6 times as large as after the last collection. While the computer has memory, V8 itself waits until
 * the heap is up to four times as large, so a server with 60 MB of data used 450 MB (decision 26). In contrast to a memory limit, a larger
 * heap doesn't end the process.
 */
setFlagsFromString('--heap-growing-percent=60')
