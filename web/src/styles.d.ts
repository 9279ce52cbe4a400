/** Stylesheets as texts, for files that hold their own. */
declare module "*.css" {
  const text: string;
  export default text;
}
