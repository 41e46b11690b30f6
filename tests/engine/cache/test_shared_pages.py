"""Pages that sequences share, over drawn conversations: each reads what it wrote or took over."""

from random import Random

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.prefix import CachedPrefix
from engine.cache.state import KVPlacement, ModelState, OtherLayers
from engine.kernels.operands import KVState
from engine.kernels.sizes import PAGE_ROWS, KVShape
from tests.support.shared_rows import rows_of

CAPACITY, NUM_SEQUENCES = 1400, 5
# The second keeps all positions as well, but in a ring.
SHAPES = [KVShape(2, 32, CAPACITY), KVShape(1, 32, CAPACITY, window=300), KVShape(1, 32, CAPACITY)]
PLACEMENTS = {
    "in rows": KVPlacement(),
    "by address": KVPlacement(splits_blocks=True),
    "partly in host memory": KVPlacement(splits_blocks=True, device_len=512),
}
LEAST = 16


def states(placement: KVPlacement = PLACEMENTS["in rows"]) -> ModelState:
    """Of rows that nothing has written."""
    arena = Arena(torch.device("cpu"))
    state = ModelState(
        arena, SHAPES, CAPACITY, "f32", num_sequences=NUM_SEQUENCES, placement=placement
    )
    for layer in state.layers:
        for tensor in (*layer.kv.tensors, *layer.kv.host):
            tensor.fill_(-1.0)
    return state


class Conversation:
    """A sequence of `state`, each row of which holds the id of its token."""

    def __init__(self, state: ModelState, index: int) -> None:
        self._model, self._state = state, state.sequences[index]
        self.index, self.ids = index, [0]
        self.prefix = CachedPrefix(self._state)

    def ask(self, ids: list[int]) -> None:
        """Begin an answer to `ids`."""
        self.ids = ids
        self.prefix.begin(ids)

    def write(self, num_rows: int) -> None:
        """A step over so many of the ids that have no row; it writes more than it keeps."""
        begin = len(self.prefix)
        rejected = min(3, CAPACITY - begin - num_rows)
        self._state.prepare(begin, num_rows + rejected)
        ids = self.ids[begin : begin + num_rows]
        for layer in self._model.layers:
            for first, tensor in pieces(layer.kv):
                for position, token in enumerate([*ids, *[-5] * rejected], begin):
                    if first <= position < first + tensor.shape[2]:
                        tensor[self.index, :, position - first] = float(token)
        self._state.wrote(begin, num_rows + rejected, commits=False)
        self.prefix.append(ids)

    def take_over(self, others: list["Conversation"]) -> None:
        """As `LoadedModel.extend_prefix`."""
        best = max(others, key=lambda each: each.prefix.count_kept(self.ids))
        if best.prefix.count_kept(self.ids) - len(self.prefix) >= LEAST:
            self.prefix.extend_from(best.prefix, self.ids)

    @property
    def num_left(self) -> int:
        return len(self.ids) - 1 - len(self.prefix)

    def check(self) -> None:
        expected = torch.tensor(self.ids[: len(self.prefix)], dtype=torch.float32)
        for layer in self._model.layers:
            for rows in rows_of(layer.kv, self.index):
                seen = rows[:, : len(expected)]
                assert torch.equal(seen, expected[None, :, None].expand_as(seen))
            if layer.kv.key_pages is not None:
                check_addresses(layer.kv)


def pieces(kv: KVState) -> list[tuple[int, torch.Tensor]]:
    """The tensors of a cache, with the position of their first row."""
    return [*((0, each) for each in kv.tensors), *((kv.keys.shape[2], each) for each in kv.host)]


def check_addresses(kv: KVState) -> None:
    """The addresses of pages are those of the rows of their holders."""
    assert kv.holders is not None
    assert kv.key_pages is not None
    num_kept, num_pages = kv.keys.shape[2], kv.key_pages.shape[2]
    for page in range(num_pages):
        first = page * PAGE_ROWS
        rows, first = (kv.keys, first) if first < num_kept else (kv.host[0], first - num_kept)
        heads = torch.arange(rows.shape[1]) * rows.stride(1) * rows.element_size()
        for sequence, holder in enumerate(kv.holders[:, page].tolist()):
            expected = rows[holder, 0, first].data_ptr() + heads
            assert torch.equal(kv.key_pages[sequence, :, page, 0], expected)


def check_holders(state: ModelState) -> None:
    """Whoever holds a page for others reads it itself."""
    for layer in state.layers:
        if layer.kv.holders is not None:
            holders = layer.kv.holders.long()
            assert torch.equal(holders.gather(0, holders), holders)


def place(random: Random) -> int:
    """Where prompts part: often at the end of a page, or beside it."""
    return max(
        1, random.randint(0, 4) * PAGE_ROWS + random.choice([-1, 0, 1, random.randrange(256)])
    )


def ask(random: Random, each: Conversation, all_of_them: list[Conversation]) -> None:
    """Go on, ask again from somewhere, or begin as another does."""
    kind = random.randrange(4)
    begun = each.ids if kind < 2 else random.choice(all_of_them).ids
    cut = len(begun) if kind == 0 else place(random)
    new = [random.randrange(1, 1000) for _ in range(random.choice([1, 20, 300]))]
    each.ask([*begun[:cut], *new][-CAPACITY + 40 :] if kind == 0 else [*begun[:cut], *new][:1300])


@pytest.mark.parametrize("placement", PLACEMENTS.values(), ids=PLACEMENTS)
def test_each_sequence_reads_its_own_tokens(placement: KVPlacement) -> None:
    for seed in range(6):
        random = Random(seed)
        state = states(placement)
        conversations = [Conversation(state, index) for index in range(NUM_SEQUENCES)]
        for _ in range(120):
            each = random.choice(conversations)
            if each.num_left <= 0 or random.random() < 0.05:  # ended, or cancelled
                ask(random, each, conversations)
            elif random.random() < 0.02:
                each.prefix.clear()
            for _ in range(random.randint(1, 12)):
                if random.random() < 0.7:
                    each.take_over(conversations)
                if each.num_left > 0:
                    each.write(min(each.num_left, random.choice([1, 32, 128])))
            for one in conversations:
                one.check()
            check_holders(state)


def begun(state: ModelState, ids: list[int]) -> list[Conversation]:
    """The first sequence has computed `ids`; the others have taken them over."""
    first, *others = (Conversation(state, index) for index in range(NUM_SEQUENCES))
    first.ask([*ids, 0])
    first.write(len(ids))
    for index, each in enumerate(others, 1):
        each.ask([*ids, index, index, index])
        each.take_over([first])
        assert each.num_left == 2
    return [first, *others]


def holders(state: ModelState, page: int) -> list[int]:
    (pages,) = state.shared_pages
    return [pages.holder(index, page) for index in range(NUM_SEQUENCES)]


def test_what_several_begin_with_is_in_one_place() -> None:
    state = states()
    conversations = begun(state, [*range(1, 601)])
    assert [holders(state, page) for page in range(3)] == [[0] * NUM_SEQUENCES] * 3
    for each in conversations[1:]:
        each.write(2)
        each.check()
    assert [holders(state, page) for page in range(3)] == [[0] * 5, [0] * 5, [0, 1, 2, 3, 4]]
    for rows in state.layers[0].kv.tensors:
        assert (rows[1:, :, :512] == -1).all(), "never copied"
        assert (rows[1:, :, 512:600] != -1).all(), "of the page that each goes on in"


def test_a_holder_that_begins_anew_leaves_its_pages_to_one_of_the_others() -> None:
    state = states()
    first, *others = begun(state, [*range(1, 601)])
    first.ask([7] * 300)
    first.write(299)
    assert holders(state, 0) == holders(state, 1) == [0, 1, 1, 1, 1]
    assert holders(state, 2) == [0] * 5, "not overwritten yet"
    others[0].ask([*range(1, 101), *[8] * 300])
    others[0].write(299)
    assert holders(state, 0) == [0, 1, 2, 2, 2]
    assert holders(state, 1) == [0, 1, 2, 2, 2]
    for each in (first, *others):
        each.check()


def test_rows_behind_what_others_need_are_written_in_place() -> None:
    state = states()
    first, *others = begun(state, [*range(1, 601)])
    first.ask([*range(1, 601), *[9] * 100])
    first.write(99)
    assert holders(state, 2) == [0] * 5
    for each in (first, *others):
        each.check()


def test_a_chain_of_borrowers_reads_from_the_first() -> None:
    state = states()
    first, second, third, *_ = (Conversation(state, index) for index in range(NUM_SEQUENCES))
    first.ask([*range(1, 301)])
    first.write(299)
    second.ask([*range(1, 281), *[3] * 300])
    second.take_over([first])
    second.write(299)
    third.ask([*range(1, 281), *[3] * 290, 4, 4])
    third.take_over([second])
    assert [holders(state, page)[:3] for page in range(3)] == [[0, 0, 0], [0, 1, 1], [0, 1, 1]]
    first.prefix.clear()
    first.ask([6] * 100)
    first.write(99)
    assert holders(state, 0)[:3] == [0, 1, 1]
    for each in (first, second, third):
        each.check()


def test_what_is_wanted_back_is_where_it_was() -> None:
    state = states()
    first, second, *_ = begun(state, [*range(1, 601)])
    first.ask([*range(1, 301), 7, 7])
    assert len(first.prefix) == 300
    first.ask([*range(1, 601), 8])
    first.take_over([second])
    assert len(first.prefix) == 600
    first.check()
    assert (state.layers[0].kv.keys[1:] == -1).all()


def test_nothing_is_kept_for_a_sequence_that_was_forgotten() -> None:
    state = states()
    first, *others = begun(state, [*range(1, 601)])
    for each in others[1:]:
        each.prefix.clear()
    state.sequences[1].prepare(0, 1)  # a step that is measured
    assert holders(state, 0) == [0, 1, 2, 3, 4]
    first.ask([7] * 300)
    first.write(299)
    assert (state.layers[0].kv.keys[1:] == -1).all()


def test_layers_on_two_devices_share_the_same_pages() -> None:
    before, arena = states(), Arena(torch.device("cpu"))
    state = ModelState(
        arena, SHAPES, CAPACITY, "f32", num_sequences=NUM_SEQUENCES,
        placement=PLACEMENTS["by address"], others=OtherLayers(before=before),
    )  # fmt: skip
    state.layers = (*before.layers, *state.layers)
    first, *others = begun(state, [*range(1, 601)])
    first.ask([7] * 300)
    first.write(299)
    for pages in state.shared_pages:
        assert [pages.holder(index, 0) for index in range(NUM_SEQUENCES)] == [0, 1, 1, 1, 1]
    assert len(state.shared_pages) == 2
    for each in (first, *others):
        each.check()


def test_one_sequence_shares_with_none() -> None:
    state = ModelState(Arena(torch.device("cpu")), SHAPES, CAPACITY, "f32")
    assert not state.shared_pages
    assert all(layer.kv.holders is None for layer in state.layers)
