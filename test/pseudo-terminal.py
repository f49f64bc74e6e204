"""Runs a program in a pseudo-terminal and types what a user would.

Standard input is JSON: {"command": [...], "folder": "...", "columns": 80, "steps": [{"wait": text, "type": keys},
...]}. Each step waits until the text is on the screen after the previous step. Standard output is JSON: {"status": exit code, "screen": all output without control
sequences}.
"""
import fcntl
import json
import os
import pty
import re
import select
import struct
import sys
import termios
import time

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r|\x07")
SECONDS = 100

given = json.load(sys.stdin)
process, terminal = pty.fork()
if process == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, given["columns"], 0, 0))
    os.chdir(given["folder"])
    os.environ["TERM"] = "xterm-256color"
    os.execvp(given["command"][0], given["command"])

seen = b""


def shown():
    return CONTROL.sub("", seen.decode(errors="ignore"))


def read(until):
    """Reads what the program prints; False when it has ended."""
    global seen
    ready, _, _ = select.select([terminal], [], [], max(0, until - time.time()))
    if not ready:
        sys.exit(f"timed out; the screen has:\n{shown()}")
    try:
        found = os.read(terminal, 65536)
    except OSError:
        found = b""
    seen += found
    return found != b""


end = time.time() + SECONDS
for step in given["steps"]:
    start = len(shown())
    while step["wait"] not in shown()[start:]:
        if not read(end):
            sys.exit(f"ended before {step['wait']!r}; the screen has:\n{shown()}")
    os.write(terminal, step["type"].encode())
while read(end):
    pass
status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
json.dump({"status": status, "screen": shown()}, sys.stdout)
