/** Where in a module's memory the state lies, and what its first and last slots are for. */

/** The state, one integer a slot. */
export type Slots = ArrayLike<number>;

/** Bytes of an integer. */
export const WORD_BYTES = 4;

/** Address of what the runs of a batch are given; below it stands nothing, so that 0 is no address. */
export const ARGUMENTS_ADDRESS = 16;

/** Address of the first slot; behind the slots stands what each holds when a game starts. */
export const SLOTS_ADDRESS = 64;

/** So many throws and answers of a run may be known to a module beforehand. */
export const MAX_PRESETS = 1 << 18;

/** The slot that counts down the steps left; what a mission may fill it up from stands in the last slot of all. */
export const STEPS_SLOT = 0;

/** The slot that counts the names given of the first list. */
export const NAMES_SLOT = 1;
