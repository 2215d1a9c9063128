#!/usr/bin/env python3
"""Wraps paragraphs and list items of Markdown files that have a line of more than 120 characters.

    eng/wrap-markdown.py [--check] [FILE...]        without files: all of the repository

Tables, code, headings and lines with hard breaks stay; links and code spans are not broken. tests/Architecture checks the width.
"""
import re
import subprocess
import sys

WIDTH = 120
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])\s+")
ATOM = re.compile(r"(?:!?\[[^\]]*\]\([^)\s]*\)|`[^`]+`|\S)+")
SPECIAL = re.compile(r"\s*(\||#{1,6} |<|```|~~~|!\[[^\]]*\]\([^)]*\)$|---+$|\[[^\]]+\]: )")
# What would begin something else at the start of a line.
HAZARD = re.compile(r"([-*+]|#{1,6}|>+|\d+[.)]|[|=].*)$|<|```")


def fill(words, first, rest):
    lines, line = [], []
    used = len(first)
    for i, word in enumerate(words):
        if line and used + len(word) + 1 > WIDTH:
            carried = []
            while len(line) > 1 and HAZARD.match((carried or [word])[0]):
                carried.insert(0, line.pop())
            lines.append(line)
            line = carried
            used = len(rest) + sum(len(w) + 1 for w in carried)
        line.append(word)
        used += len(word) + (1 if len(line) > 1 else 0)
    lines.append(line)
    return [(rest if i else first) + " ".join(words) for i, words in enumerate(lines)]


def wrap_block(block):
    """A paragraph or one list item."""
    if all(len(line) <= WIDTH for line in block) or any(line.endswith("  ") or line.endswith("\\") for line in block[:-1]):
        return block
    quote = re.match(r"\s*>\s?", block[0])
    prefix = ITEM.match(block[0])
    if quote:
        first = rest = quote.group(0)
        text = " ".join(re.sub(r"^\s*>\s?", "", line) for line in block)
    elif prefix:
        first = prefix.group(0)
        rest = " " * len(first)
        text = " ".join([block[0][len(first):]] + [line.strip() for line in block[1:]])
    else:
        first = rest = block[0][: len(block[0]) - len(block[0].lstrip())]
        if len(first) >= 4:
            return block
        text = " ".join(line.strip() for line in block)
    return fill(ATOM.findall(text), first, rest)


def wrap(text):
    out, block, fence = [], [], None

    def flush():
        out.extend(wrap_block(block) if block else [])
        block.clear()

    for line in text.split("\n"):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence or mark:
            flush()
            out.append(line)
            if not fence:
                fence = mark.group(1)
            elif mark and mark.group(1).startswith(fence):
                fence = None
        elif not line.strip() or SPECIAL.match(line):
            flush()
            out.append(line)
        else:
            if ITEM.match(line):
                flush()
            block.append(line)
    flush()
    return "\n".join(out)


def main():
    words = sys.argv[1:]
    check = "--check" in words
    files = [word for word in words if word != "--check"]
    if not files:
        files = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split()
    changed = []
    for file in files:
        with open(file, encoding="utf-8") as source:
            text = source.read()
        wrapped = wrap(text)
        if wrapped != text:
            changed.append(file)
            if not check:
                with open(file, "w", encoding="utf-8") as target:
                    target.write(wrapped)
    print("\n".join(changed))
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
