import { expect, it } from 'vitest';
import { atFoot } from '../src/lib/foot';

it('lays buttons at the foot of the dock and takes them away again', () => {
  const [foot, buttons] = [document.createElement('div'), document.createElement('footer')];
  const leave = atFoot({ foot })(buttons);
  expect(buttons.parentNode).toBe(foot);
  leave?.();
  expect(foot.childNodes).toHaveLength(0);
});
