/** Patches of a view: nested objects merge key by key, null deletes, anything else replaces. */

type Json = unknown;
type Table = Record<string, Json>;

export function isTable(value: Json): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The patched value; the original is left as it was, and parts that do not change are shared. */
export function patched<T>(value: T, patch: Json): T {
  if (!isTable(patch)) return patch as T;
  const result: Table = isTable(value) ? { ...value } : {};
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete result[key];
    else result[key] = isTable(part) ? patched(result[key], part) : part;
  }
  return result as T;
}

/** A view always has these keys, though a patch may have deleted them by saying null. */
export function patchedView<T extends object>(view: T, patch: Json, nullable: readonly (keyof T)[]): T {
  const result = patched(view, patch);
  for (const key of nullable) {
    if (!(key in result)) (result as Record<keyof T, Json>)[key] = null;
  }
  return result;
}
