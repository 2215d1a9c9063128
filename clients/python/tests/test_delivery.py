"""Order, account, epochs and replays, without sockets."""
import unittest
import uuid
from types import SimpleNamespace

from telemetry.delivery import HoldBudget, StreamOrder
from telemetry.replay import Replay

PUBLISHER = uuid.UUID(int=1)


def frame(sequence, epoch=5):
    return SimpleNamespace(epoch=epoch, sequence=sequence, publisher=PUBLISHER, stream=1)


class OrderTests(unittest.TestCase):
    def setUp(self):
        self.order = StreamOrder(PUBLISHER, 1, HoldBudget(100_000))

    def give(self, *sequences, epoch=5, replayed=False):
        for sequence in sequences:
            self.order.on_frame(frame(sequence, epoch), b"x" * 100, replayed)

    def taken(self):
        found = []
        while (held := self.order.take()) is not None:
            found.append((held.header.epoch, held.header.sequence))
        return found

    def numbers(self):
        accounts = self.order.accounts()
        for account in accounts:
            self.assertTrue(account.closes, account)
        return [(one.epoch, one.published, one.delivered, one.declared_lost, one.missing) for one in accounts]

    def test_duplicates_and_disorder_are_delivered_once_and_in_order(self):
        self.give(7, 9, 8, 8, 7, 11, 10)
        self.assertEqual([sequence for _, sequence in self.taken()], [7, 8, 9, 10, 11])
        self.give(9)
        self.assertEqual((self.numbers(), self.order.accounts()[0].duplicates), ([(5, 5, 5, 0, 0)], 3))

    def test_gap_is_requested_and_filled(self):
        self.give(1, 4, 5)
        self.assertEqual(self.taken(), [(5, 1)])
        self.assertEqual((self.order.gap(), self.numbers()), ((5, 2, 3), [(5, 5, 1, 0, 4)]))
        self.give(2, 3, replayed=True)
        self.assertEqual([sequence for _, sequence in self.taken()], [2, 3, 4, 5])
        self.assertEqual((self.order.gap(), self.order.accounts()[0].replayed), (None, 2))

    def test_lost_tail_is_known_by_the_heartbeat(self):
        self.give(1)
        self.taken()
        self.order.on_last(5, 3)
        self.assertEqual((self.order.gap(), self.numbers()), ((5, 2, 3), [(5, 3, 1, 0, 2)]))

    def test_abandoned_blocks_are_declared_once_with_their_reason(self):
        self.give(1, 5)
        self.taken()
        self.order.abandon(3, "gone")
        self.assertEqual(self.order.gap(), (5, 4, 4))
        self.order.abandon(99, "gone too")
        self.assertEqual(self.taken(), [(5, 5)])
        self.assertEqual([(loss.first, loss.last, loss.reason) for loss in self.order.losses],
                         [(2, 3, "gone"), (4, 4, "gone too")])
        self.give(3)
        self.assertEqual((self.taken(), self.numbers()), ([], [(5, 5, 2, 3, 0)]))

    def test_loss_frame_declares_what_did_not_come(self):
        self.give(1, 2, 5)
        self.order.on_loss(5, 2, 4, "not in the journal")
        self.assertEqual([sequence for _, sequence in self.taken()], [1, 2, 5])
        self.assertEqual([(loss.first, loss.last) for loss in self.order.losses], [(3, 4)])

    def test_next_epoch_waits_for_the_end_of_the_one_before(self):
        self.give(1, 2)
        self.give(1, 2, epoch=6)
        self.assertEqual((self.taken(), self.order.needs_welcome), ([(5, 1), (5, 2)], True))
        self.order.on_welcome(6, [(5, 0, 0), (5, 1, 3)])
        self.assertEqual((self.taken(), self.order.gap()), ([], (5, 3, 3)))
        self.give(3, replayed=True)
        self.assertEqual(self.taken(), [(5, 3), (6, 1), (6, 2)])
        self.assertEqual(self.numbers(), [(5, 3, 3, 0, 0), (6, 2, 2, 0, 0)])

    def test_epoch_in_between_is_read_too(self):
        self.give(1)
        self.give(1, epoch=8)
        self.order.on_welcome(8, [(5, 1, 1), (6, 1, 2), (7, 0, 0)])
        self.assertEqual((self.taken(), self.order.gap()), ([(5, 1)], (6, 1, 2)))
        self.give(1, 2, epoch=6, replayed=True)
        self.assertEqual(self.taken(), [(6, 1), (6, 2), (8, 1)])

    def test_epoch_that_is_not_named_has_an_unknown_end(self):
        self.give(1)
        self.give(1, epoch=6)
        self.order.on_welcome(6, [])
        self.taken()
        self.assertEqual([account.end_known for account in self.order.accounts()], [False, True])

    def test_clean_stop_has_a_known_end_without_a_welcome(self):
        self.give(1)
        self.order.on_last(5, 1, is_end=True)
        self.give(1, epoch=6)
        self.order.close_unknown()
        self.taken()
        self.assertTrue(all(account.end_known for account in self.order.accounts()))

    def test_frames_beyond_the_budget_are_requested_later(self):
        self.order = StreamOrder(PUBLISHER, 1, HoldBudget(3000))
        self.give(1)
        self.assertEqual(self.taken(), [(5, 1)])
        self.give(3, 4, 5, 6)
        self.give(2)
        self.assertEqual([sequence for _, sequence in self.taken()], [2, 3, 4])
        self.assertEqual((self.order.gap(), self.numbers()), ((5, 5, 6), [(5, 6, 4, 0, 2)]))

    def test_frame_that_cannot_be_decoded_is_lost(self):
        self.give(1, 2)
        self.order.refuse(self.order.take(), "it cannot be decoded")
        self.taken()
        self.assertEqual(self.numbers(), [(5, 2, 1, 1, 0)])

    def test_numbers_that_are_not_legal_are_ignored(self):
        self.give(0, 1 << 63)
        self.assertFalse(self.order.has_begun)
        self.give(1)
        self.order.on_last(5, 1 << 63)
        self.order.on_loss(5, 9, 3, "backwards")
        self.order.on_loss(5, 0, 3, "from 0")
        self.assertEqual((self.taken(), self.numbers()), ([(5, 1)], [(5, 1, 1, 0, 0)]))


class ReplayTests(unittest.TestCase):
    KEY = (PUBLISHER, 1)

    def setUp(self):
        self.replay = Replay(give_up_s=30)
        self.request = self.replay.request(self.KEY, (5, 10, 20))
        self.replay.begun(7, 0.0)

    def test_request_names_stream_epoch_and_sequences(self):
        self.assertEqual(self.request, {"op": "replay", "ranges": [[1, 5, 10, 20]], "credit": 8 << 20})

    def test_gone_tells_what_cannot_be_had(self):
        self.assertEqual(self.replay.ended("gone", 0, 15, 0, 0.0), 14)

    def test_gone_without_a_first_available_is_the_whole_range(self):
        self.assertEqual(self.replay.ended("gone", 12, 0, 0, 0.0), 20)

    def test_busy_waits_as_long_as_it_was_told(self):
        self.assertIsNone(self.replay.ended("busy", 0, 0, 500, 1.0))
        self.assertEqual((self.replay.may_begin(1.4), self.replay.may_begin(1.6)), (False, True))

    def test_silence_cancels(self):
        self.assertEqual(list(self.replay.due(1.9)), [])
        self.assertEqual(list(self.replay.due(2.1)), [{"op": "cancel", "id": 7}])
        self.assertFalse(self.replay.is_open(7))

    def test_credit_follows_what_was_taken(self):
        self.replay.received(5 << 20, 0.5)
        self.assertEqual(list(self.replay.due(0.6)), [{"op": "credit", "id": 7, "bytes": 5 << 20}])

    def test_gives_up_only_after_its_time_and_while_the_publisher_is_heard(self):
        gap = (5, 10, 20)
        self.assertFalse(self.replay.has_given_up(self.KEY, gap, 0.0, True))
        self.assertFalse(self.replay.has_given_up(self.KEY, gap, 29.0, True))
        self.assertTrue(self.replay.has_given_up(self.KEY, gap, 31.0, True))
        self.assertFalse(self.replay.has_given_up(self.KEY, gap, 32.0, False))
        self.assertFalse(self.replay.has_given_up(self.KEY, gap, 33.0, True))


if __name__ == "__main__":
    unittest.main()
