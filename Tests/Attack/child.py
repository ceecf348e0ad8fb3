"""Runs a program within limits and reports its exit."""

import glob
import os
import resource
import select
import signal
import subprocess
import time
from dataclasses import dataclass, field

# Time allowed in addition to a command's own options, in seconds.
SPARE = 2.0
# Peak resident memory of a command, in MB.
LARGEST = 300


@dataclass
class Ending:
    """How a command ended, and its violations."""

    command: list
    status: int = 0
    seconds: float = 0
    megabytes: float = 0
    output: str = ""
    faults: list = field(default_factory=list)


def protect_machine():
    """Limits that protect this machine from a faulty command; children inherit them."""
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def names(folder):
    """Returns the paths of all files below a folder."""
    return {
        os.path.relpath(os.path.join(parent, name), folder)
        for parent, _, files in os.walk(folder)
        for name in files
    }


def run(command, folder, temporary, limit, statuses, written=()):
    """Runs a command in `folder`.

    `limit` is the duration that its own options allow, in seconds; `statuses` are the allowed exit statuses, and
    `written` the files that it may leave in the folder. It must leave no files in `temporary`.
    """
    before = names(folder)
    log = temporary + ".log"
    environment = {**os.environ, "TMPDIR": temporary, "NO_COLOR": "1"}
    for name in ("GITHUB_ACTIONS", "CI", "http_proxy", "https_proxy"):
        environment.pop(name, None)
    ending = Ending(command)
    with open(log, "wb+") as output:
        begin = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True,
        )
        usage = _wait(process, begin + limit + SPARE, ending)
        ending.seconds = time.monotonic() - begin
        ending.output = _tail(output)
    ending.megabytes = usage.ru_maxrss / 1024
    ending.status = process.returncode
    _judge(ending, statuses)
    left = names(temporary) | (names(folder) - before - set(written))
    if left:
        ending.faults.append(f"left behind: {', '.join(sorted(left))}")
    return ending


def _wait(process, deadline, ending):
    """Waits for the end, or kills the process at the deadline; returns its resource usage."""
    descriptor = os.pidfd_open(process.pid)
    stolen = _stolen()
    try:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        # Time spent waiting for a processor does not count.
        while (rest := deadline + _queued(process.pid) + _stolen() - stolen - time.monotonic()) > 0:
            if poll.poll(rest * 1000 + 1):
                break
        else:
            ending.faults.append("exceeded its limits by more than two seconds")
            os.killpg(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
    finally:
        os.close(descriptor)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage


def _queued(process):
    """Returns how long the threads of a process waited for a processor, in seconds."""
    total = 0
    for path in glob.glob(f"/proc/{process}/task/*/schedstat"):
        try:
            with open(path) as file:
                total += int(file.read().split()[1])
        except (OSError, IndexError):
            pass
    return total / 1e9


def _stolen():
    """Returns how long other machines of the same host used the processors, in seconds."""
    with open("/proc/stat") as file:
        fields = file.readline().split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def _tail(output, size=4000):
    output.seek(max(output.seek(0, os.SEEK_END) - size, 0))
    return output.read().decode(errors="replace")


def _judge(ending, statuses):
    if ending.status < 0:
        # The kill at the deadline was reported already.
        if not ending.faults:
            ending.faults.append(f"killed by {signal.Signals(-ending.status).name}")
    elif ending.status not in statuses:
        ending.faults.append(f"exited with status {ending.status}, which its help does not list")
    if ending.megabytes > LARGEST:
        ending.faults.append(f"used {ending.megabytes:.0f} MB of memory")
