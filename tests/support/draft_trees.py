"""What trees of drafts would give beside chains: expected speeds, from choices that were measured.

    python -m tests.support.draft_trees FILE

FILE is that of `tests.support.draft_choices`. A round drafts some tokens deep, and verifies as many
rows as pay. A chain has the first choice at each depth, a tree whichever of four choices are the
likeliest to be reached; both are chosen with the same knowledge of the rates, and of how sure the
drafter is. Choices beside the first cost the drafter nothing here, so trees do no better than this.
"""

import argparse
import heapq
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from tests.support.draft_choices import NUM_CHOICES, NUM_DRAFTS, Reading, rounds

Tree = frozenset[tuple[int, ...]]
"""Nodes by the choices that lead to them."""
Chances = Sequence[float]
"""Of each choice of one token to be the target's."""

_CUTOFFS = (0.0, 0.2, 0.4, 0.6, 0.8)  # a draft that is less likely is the last
_BLOCK = 16
_BLOCK_TOKENS = (3.1, 4.3, 6.5, 7.8)  # of a round that verifies a whole block
_NUM_DRAWN = 4000


@dataclass(frozen=True)
class Costs:
    """Of verify steps by rows and of drafting, in plain steps; of a block, drafting has one cost."""

    name: str
    verify: Mapping[int, float]
    draft: float
    is_block: bool = False

    def of(self, num_rows: int, depth: int) -> float:
        return self.verify[num_rows] + (self.draft if self.is_block else self.draft * depth)


# All from `engine/README.md`: verify steps of one H100, drafts of it or of an H200, the last line of
# two cores. Steps of 16 rows of the 27B and on the CPU were not measured.
_8B = {2: 1.05, 4: 1.11, 8: 1.35, 16: 1.96}
_27B = {2: 1.09, 4: 1.15, 8: 1.44}
_BLOCKS = (
    Costs("8B, DFlash", _8B, 1.5 / 1.9, is_block=True),
    Costs("27B, DFlash", _27B, 2.0 / 6.4, is_block=True),
)
_STEPS = (
    Costs("8B, 0.6B", _8B, 471 / 1694),
    Costs("27B, its head", _27B, 0.06),
    Costs("1.5B, 0.5B, CPU", {2: 1.1, 4: 1.5, 8: 2.3}, 0.36),
)


@dataclass(frozen=True)
class Knowledge:
    """The chances of a drafter's choices: of all tokens, and by how sure it is of the first."""

    of_all: Chances
    by_confidence: Mapping[int, Chances]

    @classmethod
    def of(cls, texts: Sequence[Reading]) -> "Knowledge":
        numbers = [number for text in texts for number in text.coupled]
        confidences = [confidence for text in texts for confidence in text.confidences]
        of_each = {
            each: [n for n, c in zip(numbers, confidences, strict=True) if c == each]
            for each in set(confidences)
        }
        return cls(_shares(numbers), {each: _shares(found) for each, found in of_each.items()})


def best_tree(chances_at: Callable[[tuple[int, ...]], Chances], depth: int, size: int) -> Tree:
    """The `size` nodes of at most `depth` that are the likeliest to be reached.

    `chances_at` has the chances of the choices that follow some others.
    """
    nodes: set[tuple[int, ...]] = set()
    waiting = [(-chance, (number,)) for number, chance in enumerate(chances_at(()), start=1)]
    heapq.heapify(waiting)
    while waiting and len(nodes) < size:
        missed, node = heapq.heappop(waiting)
        nodes.add(node)
        if len(node) < depth:
            for number, chance in enumerate(chances_at(node), start=1):
                heapq.heappush(waiting, (missed * chance, (*node, number)))
    return frozenset(nodes)


def expected(tree: Tree, chances_at: Callable[[tuple[int, ...]], Chances]) -> float:
    """The tokens that a round with `tree` gives."""
    reached = {(): 1.0}
    for node in sorted(tree, key=len):
        reached[node] = reached[node[:-1]] * chances_at(node[:-1])[node[-1] - 1]
    return sum(reached.values())


def num_accepted(tree: Tree, numbers: Sequence[int]) -> int:
    """How deep the target's choices lead in `tree`."""
    depth = 0
    while depth < len(numbers) and tuple(numbers[: depth + 1]) in tree:
        depth += 1
    return depth


@dataclass(frozen=True)
class Policy:
    """Rounds of one kind. `num_choices` 1 makes chains; confidences are looked at, or not."""

    costs: Costs
    known: Knowledge
    num_choices: int
    most: int
    cutoff: float
    is_informed: bool

    def speed(self, texts: Sequence[Reading]) -> float:
        """Tokens a plain step over `texts`."""
        random = Random(1)
        every = [confidence for text in texts for confidence in text.confidences]
        tokens, cost = 0, 0.0
        chosen: dict[tuple[int, ...], tuple[Tree, float]] = {}
        for text in texts:
            begin = 0
            while begin < len(text.coupled):
                confidences = tuple(self._seen(text, begin, every, random))
                key = confidences if self.is_informed else (len(confidences),)
                if key not in chosen:
                    chosen[key] = self._round(confidences)
                tree, a_round = chosen[key]
                done = 1 + num_accepted(tree, text.coupled[begin:])
                tokens, cost, begin = tokens + done, cost + a_round, begin + done
        return tokens / cost

    def _seen(
        self, text: Reading, begin: int, every: Sequence[int], random: Random
    ) -> Iterator[int]:
        """How sure the drafter is of its first choices; drawn, once they have left the text."""
        is_right, chance = True, 1.0
        for at in range(begin, begin + self.most):
            is_known = is_right and at < len(text.coupled)
            confidence = text.confidences[at] if is_known else random.choice(every)
            is_right = is_known and text.coupled[at] == 1
            yield confidence
            chance *= self._chances(confidence)[0]
            if chance < self.cutoff and not self.costs.is_block:
                return

    def _round(self, confidences: Sequence[int]) -> tuple[Tree, float]:
        """The nodes that give the most tokens a plain step, and what they cost."""

        def chances_at(node: tuple[int, ...]) -> Chances:
            on_chain = all(number == 1 for number in node)
            confidence = confidences[len(node)] if on_chain else None
            return self._chances(confidence)[: self.num_choices]

        best: tuple[float, Tree, float] = (0.0, frozenset(), 1.0)
        depth = len(confidences)
        for num_rows in self.costs.verify:
            tree = best_tree(chances_at, depth, num_rows - 1)
            cost = self.costs.of(num_rows, depth)
            best = max(
                best, (expected(tree, chances_at) / cost, tree, cost), key=lambda each: each[0]
            )
        return best[1], best[2]

    def _chances(self, confidence: int | None) -> Chances:
        if confidence is None or not self.is_informed:
            return self.known.of_all
        return self.known.by_confidence[confidence]


def best_speed(
    texts: Sequence[Reading], costs: Costs, num_choices: int, *, informed: bool
) -> float:
    """The highest speed of any depth and cutoff; 1, that of plain steps, at least."""
    known = Knowledge.of(texts)
    depths = [max(costs.verify) - 1] if costs.is_block else range(1, NUM_DRAFTS + 1)
    cutoffs = _CUTOFFS if informed and not costs.is_block else (0.0,)
    speeds = (
        Policy(costs, known, num_choices, depth, cutoff, informed).speed(texts)
        for depth, cutoff in product(depths, cutoffs)
    )
    return max(1.0, *speeds)


def like_blocks(tokens: float, like: Sequence[Reading]) -> Reading:
    """A drawn text, of which rounds of whole blocks give so many tokens.

    Where the first choice is wrong, the others are as often right as those of `like`.
    """
    low, high = 0.0, 1.0
    while high - low > 1e-6:
        rate = (low + high) / 2
        is_enough = sum(rate**depth for depth in range(_BLOCK)) > tokens
        low, high = (low, rate) if is_enough else (rate, high)
    first, *others = Knowledge.of(like).of_all
    chances = [low, *(chance / (1 - first) * (1 - low) for chance in others)]
    random = Random(2)
    numbers = [*range(1, NUM_CHOICES + 1), 0]
    drawn = random.choices(numbers, [*chances, 1 - sum(chances)], k=_NUM_DRAWN)
    return Reading("drawn", 0.8, drawn, drawn, [4] * _NUM_DRAWN)


def _shares(numbers: Sequence[int]) -> Chances:
    return [numbers.count(number) / len(numbers) for number in range(1, NUM_CHOICES + 1)]


def _show(label: str, texts: Sequence[Reading], costs: Costs) -> None:
    sys.stdout.write(f"| {label} | {costs.name} |")
    for informed in (False, True):
        if informed and len(set(texts[0].confidences)) == 1:
            sys.stdout.write(" | | |")
            continue
        chain = best_speed(texts, costs, 1, informed=informed)
        tree = best_speed(texts, costs, NUM_CHOICES, informed=informed)
        sys.stdout.write(f" {chain:.2f} | {tree:.2f} | {100 * (tree / chain - 1):+.0f} % |")
    sys.stdout.write("\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    found = [Reading(**each) for each in json.loads(options.file.read_text())]
    sys.stdout.write("text | costs | chain, tree, gain | the same, by confidence\n")
    for temperature, kind in sorted({(each.temperature, each.kind) for each in found}):
        texts = [each for each in found if (each.temperature, each.kind) == (temperature, kind)]
        _, tokens, _ = rounds([each.coupled for each in texts], NUM_DRAFTS)
        for costs in (*_STEPS, *_BLOCKS):
            _show(f"{kind}, {temperature} ({tokens:.2f})", texts, costs)
    sampled = [each for each in found if each.temperature]
    for tokens, costs in product(_BLOCK_TOKENS, _BLOCKS):
        _show(f"{tokens} tokens a block", [like_blocks(tokens, sampled)], costs)


if __name__ == "__main__":
    main()
