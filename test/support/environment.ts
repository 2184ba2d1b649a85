// The environment of programs that tests start: without the folder of treebanks, which would decide where grids look for
// theirs.
export function programEnvironment(): NodeJS.ProcessEnv {
  const { ARCWISE_DATA: _, ...others } = process.env;
  return others;
}
