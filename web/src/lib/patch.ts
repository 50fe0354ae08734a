/** Patches of a view. Nested objects merge key by key, null deletes, anything else replaces; an object where the view
 *  has a list edits the list: take away the items of `less`, then insert every item of `more` at its index; an object
 *  with nothing but `runs` is a new list, in which "0117-0159" stands for all numbers from the first to the last. */

type Json = unknown;
type Table = Record<string, Json>;

interface Edit {
  less?: Json[];
  more?: [number, Json][];
}

export function isTable(value: Json): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The patched value; the original is left as it was, and parts that do not change are shared. */
export function patched<T>(value: T, patch: Json): T {
  if (!isTable(patch)) return patch as T;
  if (Array.isArray(patch.runs) && Object.keys(patch).length === 1) return (patch.runs as string[]).flatMap(spelt) as T;
  if (Array.isArray(value)) return edited(value as Json[], patch as Edit) as T;
  const old: Table = isTable(value) ? value : {};
  const changed = Object.entries(patch).map(([key, part]) => [key, part === null ? null : patched(old[key], part)] as const);
  const merged = { ...old, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(merged).filter(([key, part]) => part !== null || patch[key] !== null)) as T;
}

function spelt(run: string): string[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(run) ?? [];
  if (first === undefined || last === undefined) return [run];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => String(Number(first) + step).padStart(first.length, '0'));
}

function edited(list: Json[], { less = [], more = [] }: Edit): Json[] {
  const result = [...list];
  for (const item of less) {
    const key = JSON.stringify(item);
    const at = result.findIndex((one) => one === item || JSON.stringify(one) === key);
    if (at >= 0) result.splice(at, 1);
  }
  for (const [index, item] of more) result.splice(index, 0, item);
  return result;
}

/** A view always has these keys, though a patch may have deleted them by saying null. */
export function patchedView<T extends object>(view: T, patch: Json, nullable: readonly (keyof T)[]): T {
  const result = patched(view, patch);
  for (const key of nullable) {
    if (!(key in result)) (result as Record<keyof T, Json>)[key] = null;
  }
  return result;
}
