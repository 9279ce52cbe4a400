/** Memory layout of a module: the addresses of the state, and its reserved slots. */

/** The state, one integer per slot. */
export type Slots = ArrayLike<number>;

/** Bytes of an integer. */
export const WORD_BYTES = 4;

/** Address of the arguments of a batch's runs; the memory below it is unused, so that 0 is no address. */
export const ARGUMENTS_ADDRESS = 16;

/** Address of the first slot; behind the slots stand their initial values. */
export const SLOTS_ADDRESS = 64;

/** Maximum number of known throws and answers in a script that a module replays. */
export const MAX_PRESETS = 1 << 18;

/** The slot that counts down the steps left; the last slot of all holds the reserve that refills it. */
export const STEPS_SLOT = 0;

/** The slot that counts the names given from the first list. */
export const NAMES_SLOT = 1;
