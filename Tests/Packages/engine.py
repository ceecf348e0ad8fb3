"""Replaces `docker` in the workflow of a push gateway, with processes instead of containers: engine.py WORDS. It
rejects unknown commands.

A container reaches others at localhost, a volume is a folder, and the command of an image is read from
image.py. ENGINE is the folder for volumes, processes and logs; ENGINE_SETTINGS, in JSON, has "assay" (the
program), "gateway" (the command of the gateway's image) and "ports" (a free port for each port).
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../Sources/Packaging"))
sys.dont_write_bytecode = True
from image import IMAGES  # noqa: E402

FOLDER = os.environ["ENGINE"]
SETTINGS = json.loads(os.environ["ENGINE_SETTINGS"])


def fail(text):
    sys.exit(f"engine.py: {text}")


def path(kind, name):
    folder = os.path.join(FOLDER, kind)
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, name)


def note(kind, name):
    open(path(kind, name), "w").close()


def with_ports(text):
    return re.sub(r"\d+", lambda digits: str(SETTINGS["ports"].get(digits[0], digits[0])), text)


def configuration(image):
    if not os.path.exists(path("images", image)):
        fail(f"there is no image {image}")
    if image == "gateway":
        return {"Entrypoint": SETTINGS["gateway"]}
    return json.loads(with_ports(json.dumps(IMAGES[image])))


def run(words):
    options = argparse.ArgumentParser("docker run", allow_abbrev=False)
    options.add_argument("--detach", action="store_true")
    options.add_argument("--rm", action="store_true")
    options.add_argument("--name")
    options.add_argument("--network", required=True)
    for name in ("volume", "publish", "env"):
        options.add_argument(f"--{name}", action="append", default=[])
    options.add_argument("image")
    options.add_argument("words", nargs=argparse.REMAINDER)
    given = options.parse_args(words)
    config = configuration(given.image)
    if not os.path.exists(path("networks", given.network)):
        fail(f"there is no network {given.network}")
    for ports in given.publish:
        outside, inside = ports.split(":")
        if outside != inside:
            fail(f"--publish {ports}: a process has the same port outside")
        if "ExposedPorts" in config and f"{inside}/tcp" not in config["ExposedPorts"]:
            fail(f"--publish {ports}: {given.image} exposes {sorted(config['ExposedPorts'])}")
    folders = {}
    for volume in given.volume:
        source, inside = volume.removesuffix(":ro").split(":")
        folders[inside] = source if source.startswith("/") else path("volumes", source)
        os.makedirs(folders[inside], exist_ok=True)
    for inside in config.get("Volumes", {}):
        if inside not in folders:
            fail(f"{given.image} needs --volume NAME:{inside}")

    def seen_from_here(word):
        for inside, outside in folders.items():
            word = re.sub(rf"(?<![\w./]){inside}(?![\w.])", outside, word)
        for name in os.listdir(path("containers", "")):
            word = word.replace(f"://{name}:", "://localhost:")
        return word.replace("0.0.0.0", "127.0.0.1")

    note("containers", given.name or "unnamed")
    # Paths of programs outside are not replaced, even if they look like paths in a volume.
    if given.image == "gateway":
        program, words = config["Entrypoint"], []
    else:
        program, words = [SETTINGS["assay"]], config["Entrypoint"][1:]
    words = words + (given.words or config.get("Cmd", []))
    process = {
        "args": program + [seen_from_here(word) for word in words],
        "env": {"PATH": "/usr/bin:/bin"}
        | {name: seen_from_here(value) for name, value in (item.split("=", 1) for item in given.env)},
        "cwd": folders.get("/work", FOLDER),
        "stdin": subprocess.DEVNULL,
    }
    if not given.detach:
        sys.exit(subprocess.run(**process).returncode)
    with open(path("logs", given.name), "w") as log:
        child = subprocess.Popen(**process, stdout=log, stderr=log, start_new_session=True)
    with open(path("containers", given.name), "w") as file:
        file.write(str(child.pid))


def remove(name):
    with open(path("containers", name)) as file:
        number = file.read()
    if number:
        try:
            os.kill(int(number), signal.SIGKILL)
        except ProcessLookupError:
            pass


match sys.argv[1:]:
    case ["load", "--input", archive]:
        name = os.path.basename(archive).removesuffix("-image.tar")
        if name not in IMAGES:
            fail(f"{archive} is not an image of this package")
        note("images", name)
    case ["build", "--tag", name, "."]:
        note("images", name)
    case ["network", "create", name]:
        note("networks", name)
    case ["run", *words]:
        run(words)
    case ["logs", name]:
        with open(path("logs", name)) as log:
            print(log.read(), end="")
    case ["rm", "--force", *names]:
        for name in names:
            remove(name)
    case words:
        fail(f"unknown command: {' '.join(words)}")
