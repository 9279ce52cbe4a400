/** What the worker of trials says of a game file: that it may be played; that it comes to no end; or why not, and whether somebody foresaw it. */
export type TrialResult =
  | { readonly is: "fit" }
  | { readonly is: "endless" }
  | { readonly is: "unfit"; readonly message: string }
  | { readonly is: "failed"; readonly message: string };
