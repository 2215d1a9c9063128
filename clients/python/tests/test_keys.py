"""Key files: good ones, and those that must be refused."""
import os
import tempfile
import unittest

import zmq

import telemetry
from telemetry import keys


class KeyTests(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        public, secret = zmq.curve_keypair()
        self.public, self.secret = public.decode(), secret.decode()
        self.text = f"# a key\nname: office1\npublic: {self.public}\nsecret: {self.secret}\n"

    def tearDown(self):
        self._folder.cleanup()

    def write(self, text, mode=0o600):
        path = os.path.join(self._folder.name, "office1.key")
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        os.chmod(path, mode)
        return path

    def refused(self, text, reason, mode=0o600):
        with self.assertRaisesRegex(telemetry.KeyFileError, reason):
            keys.read_own(self.write(text, mode))

    def test_an_own_key_is_read(self):
        self.assertEqual(keys.read_own(self.write(self.text)), (self.public.encode(), self.secret.encode()))

    def test_a_public_key_is_read_from_text_or_file(self):
        self.assertEqual(keys.read_public(self.public), self.public.encode())
        path = self.write(f"name: rig1\npublic: {self.public}\nrights: live\n", 0o644)
        self.assertEqual(keys.read_public(path), self.public.encode())

    def test_a_key_that_others_may_read_is_refused(self):
        self.refused(self.text, "chmod 600", 0o640)

    def test_damaged_files_are_refused(self):
        zeros = "0" * 40
        for text, reason in (
                ("", "cut off or incomplete"), (self.text[:40], "no secret key"),
                ("name: a\npublic: " + self.public, "no secret key"),
                (self.text.replace(self.public, zeros), "all zeros"),
                (self.text.replace(self.secret, self.secret[:-1] + "~"), "not Z85"),
                (self.text.replace(self.secret, "#" * 40), "not Z85"),
                (self.text.replace(self.secret, self.secret[:7]), "7 characters"),
                (self.text + "name: twice\n", "twice"), (b"\xff\xfe\x00", "is not `member"), (b"#" * 4097, "4096")):
            with self.subTest(reason):
                self.refused(text, reason)

    def test_keys_of_two_pairs_are_refused(self):
        self.refused(self.text.replace(self.secret, zmq.curve_keypair()[1].decode()), "do not belong together")

    def test_a_missing_file_a_pipe_and_a_device_are_refused(self):
        pipe = os.path.join(self._folder.name, "pipe.key")
        os.mkfifo(pipe)
        for path, reason in ((self._folder.name + "/none.key", "is missing"), (pipe, "no plain file"),
                             ("/dev/zero", "no plain file")):
            with self.assertRaisesRegex(telemetry.KeyFileError, reason):
                keys.read_own(path)

    def test_one_key_without_the_other_is_refused(self):
        with self.assertRaisesRegex(telemetry.KeyFileError, "go together"):
            telemetry.subscribe("tcp://127.0.0.1:1", None, key_file=self.write(self.text))


if __name__ == "__main__":
    unittest.main()
