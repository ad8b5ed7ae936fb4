// A combat results table, if the game sends one in `extra`.
export interface CombatTable {
  rule: string;
  columns: string[];
  rows: { die: string; results: string[] }[];
}

export function combatTable(extra: unknown): CombatTable | null {
  if (typeof extra !== 'object' || extra === null) return null;
  const table = (extra as Record<string, unknown>)['combat_table'];
  if (typeof table !== 'object' || table === null) return null;
  const { rule, columns, rows } = table as Partial<CombatTable>;
  return Array.isArray(columns) && Array.isArray(rows) ? { rule: String(rule ?? ''), columns, rows } : null;
}

/** The columns that odds speak of: `1:1 2:1` may be several; `<1:2` and `>7:1` lie beside the table. */
export function columnsMeant(column: string, columns: string[]): Set<number> {
  const meant = new Set<number>();
  for (const label of column.split(/\s+/).filter(Boolean)) {
    const at = columns.indexOf(label);
    if (at >= 0) meant.add(at);
    else if (label.startsWith('<')) meant.add(0);
    else if (label.startsWith('>')) meant.add(columns.length - 1);
  }
  return meant;
}
