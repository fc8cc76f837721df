/**
 * The start scripts' sets of flags, by the value of JVM_PRESET, with the purpose of each. memory.sh and memory.ps1 hold
 * the flags.
 */
export const jvmPresets = {
  aikar: 'many flags for the garbage collector G1, as published at https://mcflags.emc.gs',
  zgc: 'the collector ZGC by generations, with pauses under a millisecond: for 8 GiB and more, Java 21 and newer',
  small: 'the collector that needs least memory: for machines with one or two processors or under 4 GiB',
} as const;
