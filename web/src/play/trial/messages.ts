/** The result of a trial of a game file: it may be played; it never ends; or the error, foreseen or not. */
export type TrialResult =
  | { readonly is: "fit" }
  | { readonly is: "endless" }
  | { readonly is: "unfit"; readonly message: string }
  | { readonly is: "failed"; readonly message: string };
