"""Carries the messages of a run of assay over many machines; whatever has to be decided, the coordinator decides.

Either `assay load --generators` started this Locust, and ASSAY_BUS is the descriptor of the socket to it. Or a
team started it (`locust --master`), and each test starts the command in ASSAY_COMMAND as its coordinator.
"""

import logging
import os
import platform
import shlex
import signal
import time

import gevent
import locust
import msgpack
import zmq
from gevent import event, queue, socket, subprocess
from locust.runners import STATE_MISSING, MasterRunner

log = logging.getLogger("assay")
COORDINATOR_LOST = 3
SECONDS_TO_END = 60

# Otherwise Locust waits a second for users that are never spawned, and reads no messages of generators meanwhile.
os.environ.setdefault("LOCUST_WAIT_FOR_WORKERS_REPORT_AFTER_RAMP_UP", "0")


class Assay(locust.User):
    """Locust does not start without a user and a task; neither is ever used."""

    @locust.task
    def nothing(self):
        pass


class Bus:
    """The socket to one coordinator: msgpack values one after another."""

    def __init__(self, connection, child=None):
        self.connection, self.child = connection, child
        self.outgoing, self.over = queue.Queue(), event.Event()
        self.status, self.told_to_stop = None, False
        gevent.spawn(self.write)

    def write(self):
        try:
            for value in self.outgoing:
                self.connection.sendall(value)
        except OSError:
            pass  # The reader of the connection notices it too, and reports it.

    def values(self):
        unpacker = msgpack.Unpacker(raw=False, strict_map_key=False, max_buffer_size=0)
        while data := self.connection.recv(1 << 20):
            unpacker.feed(data)
            yield from unpacker


class Carrier:
    def __init__(self, environment, descriptor):
        self.environment, self.runner = environment, environment.runner
        self.own, self.bus, self.started, self.leaving = descriptor is not None, None, False, False
        self.missing, self.versions = {}, {}
        # A generator that connects again is refused in silence while its old connection still looks alive.
        self.runner.server.socket.setsockopt(zmq.ROUTER_HANDOVER, 1)
        self.runner.register_message("assay.clock", self.answer_clock)
        for name in ("assay.ready", "assay.result", "assay.failed"):
            self.runner.register_message(name, self.pass_on)
        hooks = environment.events
        hooks.worker_connect.add_listener(self.connected)
        hooks.worker_report.add_listener(self.report)
        hooks.test_start.add_listener(self.start)
        hooks.test_stopping.add_listener(self.stop)
        hooks.quitting.add_listener(self.wait_for_coordinator)
        self.guard_listener()
        gevent.spawn(self.watch)
        if self.own:
            # While it waits for generators Locust would end at once, without a word to those that are there.
            for number in (signal.SIGINT, signal.SIGTERM):
                gevent.signal_handler(number, self.stop)
            self.open(Bus(socket.socket(fileno=descriptor)))

    def open(self, bus):
        self.bus, self.environment.process_exit_code = bus, COORDINATOR_LOST
        endpoint = self.runner.server.socket.getsockopt_string(zmq.LAST_ENDPOINT)
        about = {"locust": locust.__version__, "python": platform.python_version(), "pid": os.getpid()}
        about["address"] = endpoint.removeprefix("tcp://")
        if not locust.__version__.startswith("2.47."):
            about["warning"] = f"this is Locust {locust.__version__}, and what was tried is 2.47"
            log.warning("%s", about["warning"])
        self.tell("hello", about)
        for client in self.runner.clients.ready:
            self.tell_of(client.id, "ready")
        gevent.spawn(self.obey, bus)

    # From generators to the coordinator.

    def tell(self, *value):
        if self.bus:
            self.bus.outgoing.put(msgpack.packb(value, use_bin_type=True))
        elif value[0] == "message":
            log.warning("there is no coordinator for %s of %s", value[2], value[1])

    def tell_of(self, node, state):
        # Locust knows no addresses; its way to name a worker is HOST_NUMBER.
        self.tell("generator", node, state, {"version": self.versions[node], "host": node.rpartition("_")[0]})

    def guard_listener(self):
        """Learns versions, which no event has; and a message that lacks something would end Locust's listener."""
        handle = getattr(self.runner, "handle_message", None)

        def guarded(node, message):
            if message.type == "client_ready":
                self.versions[node] = message.data
            try:
                handle(node, message)
            except Exception as error:
                log.error("Locust cannot handle %s of %s: %r", message.type, node, error)

        if handle:
            self.runner.handle_message = guarded

    def connected(self, client_id, **_):
        self.versions.setdefault(client_id)
        self.missing[client_id] = None  # Locust adds it to its clients only after this.
        self.tell_of(client_id, "ready")

    def watch(self):
        while True:
            gevent.sleep(0.1)
            self.look()

    def look(self):
        """Finds who is missing, back or gone; Locust has no event for these."""
        for node, was_missing in list(self.missing.items()):
            if client := self.runner.clients.get(node):
                self.missing[node] = client.state == STATE_MISSING
                if self.missing[node] != bool(was_missing):
                    self.tell_of(node, "back" if was_missing else "missing")
            elif was_missing is not None:
                del self.missing[node]
                if not was_missing:  # Locust also removes workers that were missing for a minute.
                    self.tell_of(node, "gone")

    def pass_on(self, msg, **_):
        self.look()
        self.tell("message", msg.node_id, msg.type, msg.data)

    def report(self, client_id, data, **_):
        if "assay" in data:
            self.look()
            self.tell("message", client_id, "assay.stats", data["assay"])

    def answer_clock(self, msg, **_):
        answer = {**msg.data, "t1": time.time_ns()}
        answer["t2"] = time.time_ns()
        self.runner.send_message("assay.clock", answer, client_id=msg.node_id)

    # From the coordinator to generators.

    def obey(self, bus):
        problem = "closed its socket"
        try:
            for word, *rest in bus.values():
                if word == "quit":
                    bus.status = rest[0]
                    break
                node, kind, data = rest
                if node not in self.versions:
                    log.warning("there never was a generator %s to send %s to", node, kind)
                self.runner.send_message(kind, data, client_id=node)
        except OSError:
            pass
        except Exception as error:
            problem = f"cannot be understood: {error!r}"
        bus.outgoing.put(StopIteration)
        bus.connection.shutdown(socket.SHUT_WR)  # The coordinator may still be sending.
        if bus.child and bus.child.wait() >= 0:
            bus.status = bus.child.returncode
        elif bus.status is None:
            log.error("the coordinator %s", problem)
            bus.status = COORDINATOR_LOST
        self.bus, self.environment.process_exit_code = None, bus.status
        bus.over.set()
        self.end()

    # With Locust.

    def start(self, **_):
        self.started = True
        # When a generator is lost Locust spawns all anew, and looks for no other loss until it is done.
        self.runner.target_user_count = 1
        if self.own:
            self.tell("start")
        elif self.bus:
            log.error("the coordinator of the previous test has not ended")
            gevent.spawn(self.runner.stop)
        else:
            self.start_coordinator()

    def start_coordinator(self):
        ours, theirs = socket.socketpair()
        os.set_blocking(theirs.fileno(), True)
        count = len(self.runner.clients.ready)
        command = [*shlex.split(os.environ["ASSAY_COMMAND"]), "--generators", str(count), "--bus"]
        try:
            child = subprocess.Popen(command, stdin=theirs)
        except OSError as error:
            log.error("the coordinator does not start: %s", error)
            self.environment.process_exit_code = COORDINATOR_LOST
            gevent.spawn(self.end)
        else:
            self.open(Bus(ours, child))
            self.tell("start")
        theirs.close()

    def stop(self, **_):
        if self.bus and not self.bus.told_to_stop:
            self.bus.told_to_stop = True
            self.look()
            self.tell("stop")

    def wait_for_coordinator(self, **_):
        """Results still come in while Locust's quitting event waits; after it nothing does."""
        self.leaving = True
        if bus := self.bus:
            self.stop()
            if not bus.over.wait(SECONDS_TO_END):
                log.error("the coordinator has not ended within %s s", SECONDS_TO_END)

    def end(self):
        if self.leaving:
            return
        if not self.own and not self.environment.parsed_options.headless:
            self.runner.stop()
            return
        self.runner.quit()
        if not self.started:
            raise SystemExit(self.environment.process_exit_code)  # Locust would go on to wait for generators.


@locust.events.init.add_listener
def begin(environment, runner, **_):
    descriptor, options = os.environ.pop("ASSAY_BUS", None), environment.parsed_options
    if not isinstance(runner, MasterRunner):
        log.error("this Locust is not a master; start it with --master")
        raise SystemExit(1)
    if descriptor is None and not os.environ.get("ASSAY_COMMAND"):
        log.error("ASSAY_COMMAND has to say what to start, for example: assay load push.yaml --output run.json")
        raise SystemExit(1)
    if options.run_time:
        log.warning("--run-time is left out, since the profile says how long a run is")
        options.run_time = None
    environment.assay = Carrier(environment, None if descriptor is None else int(descriptor))
