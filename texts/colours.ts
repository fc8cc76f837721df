/** The colours of cards. */
export const colours = { underWay: 0x58_65_f2, done: 0x3b_a5_5d, failed: 0xed_42_45 };
