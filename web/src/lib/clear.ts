// Where a card can lie near a spot of the map without covering a panel that stands there.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

const EDGE = 10;

/** The place of a card near a spot, inside the area and clear of the panel, wherever the panel may grow to; null where there is no room. */
export function clearOf(spot: { x: number; y: number }, card: Size, panel: Box | null, area: Size): { left: number; top: number } | null {
  let [from, to, foot] = [EDGE, area.width - EDGE - card.width, area.height - EDGE - card.height];
  if (panel) {
    // Along the foot it grows upwards, at most to the middle; at a side it may fill its column.
    if (panel.width > area.width * 0.8) foot = Math.min(foot, Math.min(panel.top, area.height / 2) - EDGE - card.height);
    else if (panel.left + panel.width / 2 < area.width / 2) from = panel.left + panel.width + EDGE;
    else to = panel.left - EDGE - card.width;
  }
  if (to < from || foot < EDGE) return null;
  return { left: Math.round(Math.max(from, Math.min(spot.x, to))), top: Math.round(Math.max(EDGE, Math.min(spot.y, foot))) };
}
