"""How sharply a drafter picks: with the target's noise, at a fraction of its temperature.

A drafter less sure than the target picks what the target picks more often when its logits count
for more against the noise. The last sharpness takes the likeliest token.
"""

import math

SHARPNESSES = (1.0, 1.5, 2.0, math.inf)
GREEDY = len(SHARPNESSES) - 1
