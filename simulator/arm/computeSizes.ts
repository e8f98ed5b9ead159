export interface Size {
  name: string
  family: string
  vcpus: number
  memoryGb: number
  dataDisks: number
  premium: boolean
  gpus: number
  arm: boolean
  /** Gigabytes of the VM's own disk; 0 means none. */
  localGb: number
}

interface Series {
  /** `#` is replaced with the number of processors. */
  pattern: string
  family: string
  vcpus: number[]
  gbEach: number
  premium?: false
  gpus?: (vcpus: number) => number
  arm?: true
  local?: true
}

const usualSizes = [2, 4, 8, 16, 32, 48, 64]
const large = [...usualSizes, 96]

const series: Series[] = [
  { pattern: 'A#_v2', family: 'standardAv2Family', vcpus: [1, 2, 4, 8], gbEach: 2, premium: false, local: true },
  { pattern: 'B#ms', family: 'standardBSFamily', vcpus: [2, 4, 8, 12, 16, 20], gbEach: 4, local: true },
  { pattern: 'D#s_v3', family: 'standardDSv3Family', vcpus: usualSizes, gbEach: 4, local: true },
  { pattern: 'D#s_v5', family: 'standardDSv5Family', vcpus: large, gbEach: 4 },
  { pattern: 'D#as_v5', family: 'standardDASv5Family', vcpus: large, gbEach: 4 },
  { pattern: 'D#ds_v5', family: 'standardDDSv5Family', vcpus: large, gbEach: 4, local: true },
  { pattern: 'D#ps_v5', family: 'standardDPSv5Family', vcpus: usualSizes, gbEach: 4, arm: true },
  { pattern: 'E#s_v5', family: 'standardESv5Family', vcpus: large, gbEach: 8 },
  { pattern: 'E#as_v5', family: 'standardEASv5Family', vcpus: large, gbEach: 8 },
  { pattern: 'F#s_v2', family: 'standardFSv2Family', vcpus: [2, 4, 8, 16, 32, 48, 64, 72], gbEach: 2, local: true },
  { pattern: 'L#s_v3', family: 'standardLSv3Family', vcpus: [8, 16, 32, 48, 64, 80], gbEach: 8, local: true },
  { pattern: 'M#s', family: 'standardMSFamily', vcpus: [64, 128], gbEach: 16, local: true },
  {
    pattern: 'NC#as_T4_v3',
    family: 'standardNCASv3_T4Family',
    vcpus: [4, 8, 16, 64],
    gbEach: 7,
    gpus: (vcpus) => (vcpus === 64 ? 4 : 1),
    local: true,
  },
]

const smallSizes: Size[] = [
  ['B1s', 1, 1],
  ['B1ms', 1, 2],
  ['B2s', 2, 4],
].map(([name, vcpus, memoryGb]) => ({
  name: `Standard_${name}`,
  family: 'standardBSFamily',
  vcpus: Number(vcpus),
  memoryGb: Number(memoryGb),
  dataDisks: 2 * Number(vcpus),
  premium: true,
  gpus: 0,
  arm: false,
  localGb: 4 * Number(vcpus),
}))

export const sizes: Size[] = [
  ...smallSizes,
  ...series.flatMap(({ pattern, family, vcpus, gbEach, premium = true, gpus = () => 0, arm = false, local = false }) =>
    vcpus.map((count) => ({
      name: `Standard_${pattern.replace('#', String(count))}`,
      family,
      vcpus: count,
      memoryGb: gbEach * count,
      dataDisks: Math.min(64, 2 * count),
      premium,
      gpus: gpus(count),
      arm,
      localGb: local ? 16 * count : 0,
    })),
  ),
]
