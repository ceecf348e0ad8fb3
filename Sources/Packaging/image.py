"""Makes container images of an installed tree: image.py ROOT FOLDER writes an OCI archive for each.

All images contain the same: the program, the libraries it is linked to, certificates, and the contracts.
There is no shell. They differ in what they run. The same tree makes the same bytes.
"""

import datetime
import gzip
import hashlib
import io
import json
import os
import platform
import re
import subprocess
import sys
import tarfile

# What each image runs, as its configuration has it. `docker run IMAGE WORDS` replaces Cmd.
IMAGES = {
    "assay": {"Entrypoint": ["/usr/bin/assay"]},
    "assay-sinks": {
        "Entrypoint": ["/usr/bin/assay", "serve", "apns", "fcm", "web-push"]
        + ["--listen", "0.0.0.0:8443", "--ca", "/sinks/ca.pem", "--keys", "/sinks"],
        "Cmd": ["--hostname", "sinks"],
        "ExposedPorts": {"8443/tcp": {}, "8444/tcp": {}, "8445/tcp": {}},
        "Volumes": {"/sinks": {}},
    },
}
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
FILES = {
    "etc/passwd": "root:x:0:0:root:/:/none\nnobody:x:65534:65534:nobody:/:/none\n",
    "etc/group": "root:x:0:\nnogroup:x:65534:\n",
    # Names are looked up in /etc/hosts and asked of DNS, as everywhere.
    "etc/nsswitch.conf": "hosts: files dns\n",
}


def libraries(program):
    """Every library that a program is linked to, the loader among them, by the path it is asked for at."""
    output = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    missing = re.findall(r"(\S+) => not found", output)
    if missing:
        sys.exit(f"image.py: {program} needs {', '.join(missing)}, which are not here")
    return sorted(set(re.findall(r"(?:=> )?(/\S+) \(0x", output)))


def tree(root):
    """What is in the image: names without the first slash, with the content of each file."""
    files = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, root)] = (file.read(), os.stat(path).st_mode & 0o777)
    program = os.path.join(root, "usr/bin/assay")
    for path in libraries(program):
        with open(path, "rb") as file:
            files[path.lstrip("/")] = (file.read(), 0o755)
    if not os.path.exists(CERTIFICATES):
        sys.exit(f"image.py: there is no {CERTIFICATES}; install ca-certificates")
    with open(CERTIFICATES, "rb") as file:
        files[CERTIFICATES.lstrip("/")] = (file.read(), 0o644)
    for name, text in FILES.items():
        files[name] = (text.encode(), 0o644)
    return files


def layer(files):
    """The one layer, as an uncompressed archive."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as archive:
        folders = {"sinks": 0o755, "tmp": 0o1777, "work": 0o777}
        for name in files:
            parts = name.split("/")[:-1]
            for count in range(1, len(parts) + 1):
                folders.setdefault("/".join(parts[:count]), 0o755)
        for name in sorted(folders):
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, folders[name], EPOCH
            archive.addfile(entry)
        for name in sorted(files):
            content, mode = files[name]
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), mode, EPOCH
            archive.addfile(entry, io.BytesIO(content))
    return data.getvalue()


def write(name, version, archive, destination):
    """Writes the archive of an image, as `docker save` does: for engines that read OCI, and for others."""
    blobs = {}

    def blob(media, content):
        digest = hashlib.sha256(content).hexdigest()
        blobs[digest] = content
        return {"mediaType": media, "digest": f"sha256:{digest}", "size": len(content)}

    created = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).isoformat()
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
    config = {
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "Env": ["PATH=/usr/bin"],
            **IMAGES[name],
            "WorkingDir": "/work",
            "Labels": {
                "org.opencontainers.image.title": name,
                "org.opencontainers.image.version": version,
            },
        },
        "rootfs": {
            "type": "layers",
            "diff_ids": [f"sha256:{hashlib.sha256(archive).hexdigest()}"],
        },
        "history": [{"created": created, "created_by": "image.py"}],
    }
    kind = "application/vnd.oci.image"
    config = blob(f"{kind}.config.v1+json", json.dumps(config).encode())
    layers = [blob(f"{kind}.layer.v1.tar+gzip", gzip.compress(archive, 6, mtime=EPOCH))]
    manifest = {
        "schemaVersion": 2,
        "mediaType": f"{kind}.manifest.v1+json",
        "config": config,
        "layers": layers,
    }
    entry = blob(f"{kind}.manifest.v1+json", json.dumps(manifest).encode())
    entry["platform"] = {"architecture": architecture, "os": "linux"}
    entry["annotations"] = {
        "io.containerd.image.name": f"docker.io/library/{name}:latest",
        "org.opencontainers.image.ref.name": "latest",
    }
    index = {"schemaVersion": 2, "mediaType": f"{kind}.index.v1+json", "manifests": [entry]}

    def path(entry):
        return "blobs/" + entry["digest"].replace(":", "/")

    # What `docker load` reads where images are not stored by containerd.
    docker = {
        "Config": path(config),
        "RepoTags": [f"{name}:latest"],
        "Layers": [path(entry) for entry in layers],
    }
    names = {
        "oci-layout": b'{"imageLayoutVersion":"1.0.0"}',
        "index.json": json.dumps(index).encode(),
        "manifest.json": json.dumps([docker]).encode(),
        **{f"blobs/sha256/{digest}": content for digest, content in blobs.items()},
    }
    with tarfile.open(destination, "w", format=tarfile.PAX_FORMAT) as image:
        for name in sorted(names):
            item = tarfile.TarInfo(name)
            item.size, item.mode, item.mtime = len(names[name]), 0o644, EPOCH
            image.addfile(item, io.BytesIO(names[name]))
    print(destination)


def main(root, folder):
    version = subprocess.run(
        [os.path.join(root, "usr/bin/assay"), "--version"], capture_output=True, text=True, check=True
    ).stdout.split()[1]
    archive = layer(tree(root))
    for name in IMAGES:
        write(name, version, archive, os.path.join(folder, f"{name}-image.tar"))


if __name__ == "__main__":
    main(*sys.argv[1:])
