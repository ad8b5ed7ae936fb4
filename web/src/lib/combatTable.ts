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
