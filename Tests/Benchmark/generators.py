#!/usr/bin/env python3
"""Checks runs with several generators against known results.

union: three generators at 5,000/s each for 20 s; every arrival has an outcome, and the result is the sum of the parts.
gap: one of three generators is killed after 4 s of 20 s; the number of unreported arrivals is exact.
cost: processor time of the coordinator and of Locust, with reports from 50 generators of 20,000/s each.

The generators of cost are simulated: each repeats the reports of a real one, every second.
Requires pyzmq and msgpack, which are installed with Locust: `make generators`, then .build/generators/bin/python.
"""

import argparse
import json
import multiprocessing
import os
import queue
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import msgpack
import zmq

from compare import Failed, Server, free_port

HERE = Path(__file__).resolve().parent
SECOND = 1_000_000_000
COUNT, RATE = 50, 20_000


# Messages between generators and the coordinator.


def unpacked(bytes_):
    length = int.from_bytes(bytes_[:4], "big")
    return json.loads(bytes_[4:4 + length]), bytes_[4 + length:]


def packed(head, body=b""):
    text = json.dumps(head, separators=(",", ":")).encode()
    return len(text).to_bytes(4, "big") + text + body


class Relay:
    """Proxy between generators and Locust that forwards all messages, and records reports and results."""

    def __init__(self, port):
        self.port, self.master = free_port(), port
        self.reports, self.parts = [], []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join(10)

    def run(self):
        context = zmq.Context()
        front = context.socket(zmq.ROUTER)
        front.bind(f"tcp://127.0.0.1:{self.port}")
        poller, back, name = zmq.Poller(), {}, {}
        poller.register(front, zmq.POLLIN)
        while not self.over.is_set():
            for socket, _ in poller.poll(200):
                if socket is not front:
                    front.send_multipart([name[socket], *socket.recv_multipart()])
                    continue
                who, *frames = front.recv_multipart()
                if who not in back:
                    back[who] = context.socket(zmq.DEALER)
                    back[who].setsockopt(zmq.IDENTITY, who)
                    back[who].connect(f"tcp://127.0.0.1:{self.master}")
                    name[back[who]] = who
                    poller.register(back[who], zmq.POLLIN)
                back[who].send_multipart(frames)
                self.keep(frames[0])
        context.destroy(linger=0)

    def keep(self, frame):
        kind, data, _ = msgpack.unpackb(frame, raw=False, strict_map_key=False)
        if kind == "stats":
            self.reports.append(data)
        if kind == "assay.result":
            self.parts.append(unpacked(data)[1])


# Processes, each ended by its creator.


class Running:
    """A program with its output; killed if it does not exit in time."""

    def __init__(self, *command):
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.output)
        self.pid = self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def text(self):
        self.output.seek(0)
        return self.output.read().decode(errors="replace").strip()

    def ended(self, seconds):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"does not exit: {self.text()[-400:]}") from None


class Fleet:
    """A coordinator with its Locust, and real generators."""

    def __init__(self, assay, folder, url, count, rate, seconds, *options, real=None, relayed=False):
        self.output, self.port = folder / "result.json", free_port()
        self.output.unlink(missing_ok=True)
        self.relay = Relay(self.port) if relayed else None
        self.coordinator = Running(
            assay, "load", HERE / "lag.yaml", "--target", url, "--rate", f"{rate}/s",
            "--duration", f"{seconds}s", "--generators", str(count),
            "--master-bind", f"127.0.0.1:{self.port}", "--generators-wait", "60s",
            "--locust", Path(sys.executable).with_name("locust"),
            "--output", self.output, "--force", "--quiet", *options,
        )
        door = self.relay.port if relayed else self.port
        self.generators = [
            Running(assay, "generator", "--master", f"127.0.0.1:{door}", "--name", f"g{number}",
                    "--keep", folder, "--quiet")
            for number in range(1, (count if real is None else real) + 1)
        ]

    def __enter__(self):
        if self.relay:
            self.relay.__enter__()
        return self

    def __exit__(self, *_):
        for running in [*self.generators, self.coordinator]:
            running.__exit__()
        if self.relay:
            self.relay.__exit__()

    def result(self):
        if not self.output.exists():
            raise Failed(f"the coordinator wrote no result: {self.coordinator.text()[-400:]}")
        return json.loads(self.output.read_text())


def lines(path):
    with open(path, "rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


def logged(folder):
    path = folder / "access.log"
    path.unlink(missing_ok=True)
    return path, Server(folder, log=f"{path}")


def load_average():
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def require(facts):
    """Raises an error for a violated condition."""
    wrong = [text for text, is_so in facts.items() if not is_so]
    if wrong:
        raise Failed("violated: " + "; ".join(wrong))


# Checks.


def union(assay, folder, **_):
    rate, seconds = 15_000, 20
    path, server = logged(folder)
    try:
        with Fleet(assay, folder, server.url, 3, rate, seconds, relayed=True) as fleet:
            status = fleet.coordinator.ended(seconds + 90)
            result = fleet.result()
            own = [generator.ended(30) for generator in fleet.generators]
            said, parts = fleet.coordinator.text(), dict(enumerate(fleet.relay.parts))
    finally:
        server.stop()
    # A result may have been sent twice.
    files = {}
    for body in parts.values():
        shard = json.loads(body)["parts"][0]["shard"]
        files[shard] = folder / f"part-{shard.replace('/', '-')}.json"
        files[shard].write_bytes(body)
    merged = folder / "merged.json"
    command = [assay, "merge", *files.values(), "--output", merged, "--force"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if not merged.exists():
        raise Failed(f"{len(files)} parts are not merged: {run.stderr.strip()[-400:]}")
    merged = json.loads(merged.read_text())
    totals = result["totals"]
    counted = sum(outcome["count"] for outcome in result["outcomes"].values())
    known, per_slice = lines(path), [row["good"] + row["failed"] for row in result["slices"][:seconds]]
    bounds = [1e6 * part["generator"]["clockBoundSeconds"] for part in result["parts"]]
    print(f"union: 3 generators at 5,000/s each for {seconds} s against nginx, {load_average()}")
    print(f"  {totals['due']:,} due, must be {rate * seconds:,}; {counted:,} with an outcome, "
          f"{totals['unfinished']:,} unfinished, {totals['good']:,} good")
    print(f"  {totals['sent']:,} sent, {known:,} in the log of the server")
    print(f"  due in each second: {min(per_slice):,} to {max(per_slice):,}; clocks within "
          f"{min(bounds):.0f} to {max(bounds):.0f} µs")
    same = all(result[key] == merged[key] for key in ("recording", "slices"))
    print(f"  result and merged parts: {'equal' if same else 'DIFFERENT'}, bin by bin")
    print(f"  status {status}, of generators {own}{'; messages: ' + said if said else ''}", flush=True)
    require({
        "all arrivals are due": totals["due"] == rate * seconds,
        "all arrivals have an outcome": counted == totals["due"],
        "the server received all sent requests": known == totals["sent"],
        "three parts arrived": len(files) == 3,
        "the result is the sum of the parts": same,
        "reports and parts are equal": "differ" not in said,
        "status 0 or 8": status in (0, 8),
    })


def gap(assay, folder, **_):
    rate, seconds = 3_000, 20
    path, server = logged(folder)
    try:
        with Fleet(assay, folder, server.url, 3, rate, seconds) as fleet:
            limit = time.monotonic() + 60
            while not path.exists() or path.stat().st_size == 0:
                if time.monotonic() > limit or fleet.coordinator.process.poll() is not None:
                    raise Failed(f"no request arrived: {fleet.coordinator.text()[-400:]}")
                time.sleep(0.005)
            time.sleep(4)
            fleet.generators[1].process.send_signal(signal.SIGKILL)
            status = fleet.coordinator.ended(seconds + 90)
            result = fleet.result()
            own = [generator.ended(30) for generator in fleet.generators]
            said = fleet.coordinator.text()
    finally:
        server.stop()
    totals, known = result["totals"], lines(path)
    gaps = {part["generator"]["name"]: part["generator"]["gap"]
            for part in result["parts"] if "gap" in part["generator"]}
    unreported = sum(one["unreported"] for one in gaps.values())
    never = sum(one["neverMade"] for one in gaps.values())
    whole = totals["due"] + unreported + never
    print(f"gap: kill -9 of one of 3 generators at 1,000/s each, after 4 s of {seconds}, {load_average()}")
    print(f"  {totals['due']:,} reported, {unreported:,} without an outcome, {never:,} never made: "
          f"{whole:,}, must be {rate * seconds:,}")
    for name, one in gaps.items():
        print(f"  {name}: silent from {one['silentFromSeconds']:.3f} s, arrivals until "
              f"{one['leaseEndSeconds']:.3f} s")
    print(f"  {totals['sent']:,} reported as sent, {known:,} in the log of the server: "
          f"{known - totals['sent']:,} of those without an outcome")
    print(f"  status {status}, of generators {own}; messages: {said}", flush=True)
    require({
        "one generator has a gap": len(gaps) == 1,
        "all arrivals are accounted for": whole == rate * seconds,
        "the server received at most the unreported requests in addition":
            totals["sent"] <= known <= totals["sent"] + unreported,
        "status 8": status == 8,
    })


# Recorded messages of one generator, repeated by simulated ones.

FIELD = re.compile(
    r'("(?:shard|firstSlice|startSeconds|elapsedSeconds|startedAtNanoseconds)": ?)("[^"]*"|[^,\s}]+)'
)


class RecordedReport:
    """A report of a real generator, to be repeated by another one at another time."""

    def __init__(self, stats):
        self.stats = stats
        self.head, body = unpacked(stats["assay"])
        length = self.head["length"]
        self.pieces = FIELD.split(body[:length].decode())
        self.rest = body[length:]
        self.number, self.elapsed = self.head["number"], self.head["elapsed"]

    def moved(self, number, width, shard, start):
        """Returns the message with the number of a report; `start` is when the run began."""
        seconds = number - self.number
        pieces = list(self.pieces)
        for index in range(1, len(pieces), 3):
            name, value = pieces[index], pieces[index + 1]
            if "shard" in name:
                value = f'"{shard}"'
            elif "firstSlice" in name:
                value = str(int(value) + seconds * SECOND // width)
            elif "startedAt" in name:
                value = f'"{start}"' if value.startswith('"') else str(start)
            else:
                value = f"{float(value) + seconds:.9g}"
            pieces[index + 1] = value
        body = "".join(pieces).encode()
        head = dict(self.head, number=number, length=len(body))
        for name in ("elapsed", "settledBefore"):
            head[name] += seconds * SECOND
        head["ended"] += seconds * RATE
        head["outstanding"] = [[due + seconds * SECOND, *more] for due, *more in head["outstanding"]]
        return dict(self.locust(start, head["elapsed"]), assay=packed(head, body + self.rest))

    def locust(self, start, elapsed):
        """Returns Locust's own statistics at a moment."""
        now = (start + elapsed) / 1e9

        def row(one):
            one = dict(one, start_time=start / 1e9, last_request_timestamp=now)
            for name in ("num_reqs_per_sec", "num_fail_per_sec"):
                one[name] = {int(now): count for count in one[name].values()}
            return one

        return dict(self.stats, stats=[row(one) for one in self.stats["stats"]],
                    stats_total=row(self.stats["stats_total"]))


def capture(assay, folder, url, seconds):
    """Records the first seconds of one generator at its own rate, in a run of this length."""
    wanted = 12
    with Fleet(assay, folder, url, 1, RATE, seconds, relayed=True) as fleet:
        limit = time.monotonic() + 90
        while len(fleet.relay.reports) < wanted:
            if time.monotonic() > limit or fleet.coordinator.process.poll() is not None:
                raise Failed(f"one generator sent too few reports: {fleet.coordinator.text()[-400:]}")
            time.sleep(0.1)
        fleet.coordinator.process.send_signal(signal.SIGINT)
        fleet.coordinator.ended(60)
        reports = fleet.relay.reports[:wanted]
    recorded = {one.number: one for one in map(RecordedReport, reports)}
    if sorted(recorded) != list(range(1, wanted + 1)):
        raise Failed(f"one generator sent reports {sorted(recorded)}")
    width = json.loads("".join(recorded[1].pieces))["recording"]["plan"]["sliceWidth"]
    return recorded, width


class Simulated:
    """A generator that makes no requests."""

    def __init__(self, context, port, number, recorded, width, seconds):
        self.number, self.recorded, self.width, self.seconds = number, recorded, width, seconds
        self.name = f"simulated_{number}"
        self.socket = context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.IDENTITY, self.name.encode())
        self.socket.connect(f"tcp://127.0.0.1:{port}")
        self.known = self.over = False
        self.greeting = self.beat = self.probe = 0.0
        self.probes, self.start, self.digest = 0, None, None
        self.sent, self.acknowledged, self.waits, self.sent_at = 0, 0, [], {}
        self.late = 0.0, 0

    def send(self, kind, data):
        self.socket.send(msgpack.packb([kind, data, self.name], use_bin_type=True))

    def tick(self, now):
        if not self.known and now >= self.greeting:
            self.greeting = now + 5
            self.send("client_ready", "2.47.0 assay/simulated")
        if self.known and now >= self.beat:
            self.beat = now + 1
            state = "running" if self.start else "ready"
            self.send("heartbeat", {"state": state, "current_cpu_usage": 0.0,
                                    "current_memory_usage": 0})
        if self.known and now >= self.probe:
            self.probes += 1
            self.probe = now + (0.05 if self.probes < 16 else 10)
            self.send("assay.clock", {"t0": time.monotonic_ns()})
        if self.start and self.sent < self.seconds:
            self.report(time.time_ns())

    def report(self, now):
        number = self.sent + 1
        recorded = self.recorded.get(number)
        if recorded is None:
            # Reports of the first seconds are special; generators repeat different later ones.
            alike = [one for one in self.recorded.values()
                     if one.number > 2 and (number - one.number) * SECOND % self.width == 0]
            recorded = alike[(number + self.number) % len(alike)]
        due = self.start + recorded.elapsed + (number - recorded.number) * SECOND
        if now < due:
            return
        self.late = max(self.late, ((now - due) / 1e9, number))
        self.sent, self.sent_at[number] = number, time.monotonic()
        self.send("stats", recorded.moved(number, self.width, f"{self.number}/{COUNT}", self.start))

    def take(self):
        kind, data, _ = msgpack.unpackb(self.socket.recv(), raw=False, strict_map_key=False)
        if kind == "ack":
            self.known = True
        elif kind == "quit":
            self.over = True
        elif kind == "assay.plan":
            head = {"name": self.name, "host": f"simulated-{self.number}", "connections": 64,
                    "digest": unpacked(data)[0]["digest"], "clockOffset": 0, "clockBound": 100_000,
                    "clockDrift": 0, "roundTrip": 500_000}
            self.send("assay.ready", packed(head))
        elif kind == "assay.start":
            self.start = unpacked(data)[0]["at"]
        elif kind == "assay.stop":
            self.over = True
        elif kind == "assay.ack":
            number = unpacked(data)[0]["number"]
            for one in range(self.acknowledged + 1, number + 1):
                self.waits.append(time.monotonic() - self.sent_at.pop(one))
            self.acknowledged = max(self.acknowledged, number)


def simulate(port, numbers, recorded, width, seconds, results):
    """Runs some of the generators in a separate process."""
    context = zmq.Context()
    fleet = [Simulated(context, port, number, recorded, width, seconds) for number in numbers]
    by_socket = {one.socket: one for one in fleet}
    poller = zmq.Poller()
    for one in fleet:
        poller.register(one.socket, zmq.POLLIN)
    # In addition to the run, only time for the preparation and the last responses.
    limit = time.monotonic() + seconds + 120
    while time.monotonic() < limit and not all(one.over for one in fleet):
        for socket, _ in poller.poll(5):
            by_socket[socket].take()
        now = time.monotonic()
        for one in fleet:
            one.tick(now)
        if all(one.acknowledged >= seconds for one in fleet):
            break
    for one in fleet:
        one.send("client_stopped", None)
    results.put([(one.sent, one.acknowledged, max(one.waits, default=0.0),
                  statistics.median(one.waits or [0.0]), one.late) for one in fleet])
    context.destroy(linger=2_000)


class Watched:
    """Processor time and memory of a process."""

    def __init__(self, pid):
        self.pid, self.shares, self.memory = pid, [], []
        self.processor, self.at = self.used(), time.monotonic()

    def used(self):
        """Returns seconds of processor time."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def look(self):
        """Records the share of a core since the last call."""
        processor, at = self.used(), time.monotonic()
        self.shares.append((processor - self.processor) / (at - self.at))
        self.processor, self.at = processor, at
        status = Path(f"/proc/{self.pid}/status").read_text()
        self.memory.append(int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024)

    @property
    def share(self):
        return statistics.mean(self.shares)


def locust_of(pid):
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            if b"locust" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    raise Failed("the coordinator has no Locust")


def cost(assay, folder, seconds, options):
    server = Server(folder)
    try:
        recorded, width = capture(assay, folder, server.url, seconds)
        size = statistics.mean(len(one.stats["assay"]) for number, one in recorded.items() if number > 2)
        whole_rate = COUNT * RATE
        with Fleet(assay, folder, server.url, COUNT, whole_rate, seconds, *options, real=0) as fleet:
            results = multiprocessing.Queue()
            crowd = [
                multiprocessing.Process(
                    target=simulate, daemon=True,
                    args=(fleet.port, range(1 + half, COUNT + 1, 2), recorded, width, seconds, results),
                )
                for half in range(2)
            ]
            for process in crowd:
                process.start()
            try:
                watched, loads, pause = observed(fleet, seconds)
                ends = [one for _ in crowd for one in results.get(timeout=90)]
                status = fleet.coordinator.ended(120)
            except queue.Empty:
                raise Failed("the simulated generators do not exit") from None
            finally:
                for process in crowd:
                    process.join(10)
                    if process.is_alive():
                        process.kill()
            said = fleet.coordinator.text().splitlines()
            result = fleet.result()
    finally:
        server.stop()
    print(f"cost: {COUNT} simulated generators of {RATE:,}/s each, for {seconds} s, "
          f"{size / 1e3:.1f} kB/s from each")
    for name, one in watched.items():
        memory = " ".join(f"{value:.0f}" for value in one.memory[::3])
        print(f"  {name}: {one.share:.3f} of a core, at most {max(one.shares):.3f} in 10 s; "
              f"MB every 30 s: {memory}")
    whole = sum(one.share for one in watched.values())
    print(f"  together {whole:.3f} of a core; load average {min(loads):.1f} to {max(loads):.1f} on "
          f"{os.cpu_count()} cores, where a sleep was at most {1e3 * pause:.0f} ms too long")
    shares = " ".join(f"{share:.3f}" for share in watched["coordinator"].shares[::6])
    print(f"  coordinator's share every 60 s: {shares}")
    acknowledged, waits = [end[1] for end in ends], [end[2] for end in ends]
    print(f"  reports {min(end[0] for end in ends)} to {max(end[0] for end in ends)}, acknowledged "
          f"{min(acknowledged)} to {max(acknowledged)}; responses after "
          f"{1e3 * statistics.median(end[3] for end in ends):.0f} ms in the median, at most "
          f"{1e3 * max(waits):.0f} ms; sent at most {1e3 * max(end[4][0] for end in ends):.0f} ms late, "
          f"report {max(end[4] for end in ends)[1]}")
    # Repeated reports do not match the schedule, so the status is ignored. Every generator leaves with a message.
    print(f"  {result['totals']['due']:,} counted in {len(result['slices'])} slices, "
          f"{COUNT * RATE * seconds:,} due; status {status}")
    for line in [line for line in said if "left; its figures" not in line][:10]:
        print(f"  message: {line}")
    sys.stdout.flush()
    memory = watched["coordinator"].memory
    require({
        "less than a core in total": whole < 1,
        "every report was acknowledged": min(acknowledged) == seconds,
        "memory is constant": memory[-1] < 1.2 * memory[len(memory) // 3] + 8,
    })


def observed(fleet, seconds):
    """Measures the coordinator and its Locust every 10 s, from some time after the start of the run."""
    time.sleep(12)
    locust = locust_of(fleet.coordinator.pid)
    watched = {"coordinator": Watched(fleet.coordinator.pid), "Locust": Watched(locust)}
    print(f"  (coordinator {fleet.coordinator.pid}, Locust {locust})", file=sys.stderr, flush=True)
    loads, pause = [], 0.0
    for _ in range((seconds - 15) // 10):
        before = time.monotonic()
        time.sleep(10)
        pause = max(pause, time.monotonic() - before - 10)
        if fleet.coordinator.process.poll() is not None:
            raise Failed(f"the run ended early: {fleet.coordinator.text()[-400:]}")
        for one in watched.values():
            one.look()
        loads.append(os.getloadavg()[0])
    return watched, loads, pause


CHECKS = {"union": union, "gap": gap, "cost": cost}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--assay", required=True, type=Path, help="the binary, a release build")
    parser.add_argument("--seconds", type=int, default=600, help="duration of cost (default: 600)")
    parser.add_argument("--option", action="append", default=[],
                        help="option for the coordinator of cost, for example --option=--dashboard=9200")
    parser.add_argument("check", nargs="*", choices=[*CHECKS, []], help="checks to run (default: all)")
    arguments = parser.parse_args()
    if not 60 <= arguments.seconds <= 890:
        parser.error("--seconds: expected 60 to 890, so that a slice is a second")
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.check or CHECKS:
            CHECKS[name](arguments.assay.resolve(), Path(folder), seconds=arguments.seconds,
                         options=arguments.option)


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"bench: {failure}")
