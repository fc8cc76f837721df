const discordEpoch = 1_420_070_400_000n;
let increment = 0n;

/** A new id as Discord makes them: the time in milliseconds, then a count, 18 to 19 digits. */
export function snowflake(): string {
  increment += 1n;
  return (((BigInt(Date.now()) - discordEpoch) << 22n) | (increment & 0x3f_ffffn)).toString();
}
