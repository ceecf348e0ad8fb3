#!/bin/bash
# Installs each package on a minimal system, uses it like a new user, and removes it: try.sh FOLDER.
# Requires root, and the machine's own source of Debian packages.
set -euo pipefail
folder=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "try.sh: $*" >&2
    exit 1
}

# inside ROOT COMMAND...: runs a command with ROOT as its file system.
inside() {
    local root=$1
    shift
    unshare --mount --pid --fork bash -c \
        'mkdir -p "$0/proc"; mount -t proc proc "$0/proc"; exec chroot "$0" "$@"' "$root" "$@"
}

# verifies ROOT PROGRAM CONTRACTS: runs the first two commands of a new user.
verifies() {
    [[ $(inside "$1" "$2" --version) == "assay "* ]] || fail "$2 does not print its version"
    inside "$1" "$2" verify "$3" > verified.txt || fail "$(cat verified.txt)"
    grep -q "none failed" verified.txt || fail "$(cat verified.txt)"
}

echo "The images:"
mkdir -p layout image
tar -xf "$folder/assay-image.tar" -C layout
digest() { grep -o "$1[^}]*sha256:[0-9a-f]*" "$2" | grep -o '[0-9a-f]\{64\}' | head -n 1; }
manifest=layout/blobs/sha256/$(digest manifest.v1 layout/index.json)
for file in layout/blobs/sha256/*; do
    [ "$(sha256sum < "$file" | cut -d ' ' -f 1)" = "${file##*/}" ] || fail "$file does not match the digest in its name"
done
tar -xzf "layout/blobs/sha256/$(digest 'layer.v1' "$manifest")" -C image
verifies image /usr/bin/assay /usr/share/assay/contracts/ncmb
[ ! -e image/bin/sh ] || fail "the image contains a shell"
echo "  assay runs without other files, and verifies"
# --supervised stops the sinks at the end of standard input, when they listen and have written their files.
mapfile -t words < <(python3 - "$folder/assay-sinks-image.tar" <(cat "$manifest") << 'END'
import json, sys, tarfile
image = tarfile.open(sys.argv[1])
def blob(entry):
    return json.load(image.extractfile("blobs/" + entry["digest"].replace(":", "/")))
manifest = blob(json.load(image.extractfile("index.json"))["manifests"][0])
if manifest["layers"] != json.load(open(sys.argv[2]))["layers"]:
    sys.exit("try.sh: the images differ in content")
[docker] = json.load(image.extractfile("manifest.json"))
paths = ["blobs/" + entry["digest"].replace(":", "/") for entry in [manifest["config"], *manifest["layers"]]]
if paths != [docker["Config"], *docker["Layers"]]:
    sys.exit(f"try.sh: manifest.json lists {docker}, not {paths}")
config = blob(manifest["config"])["config"]
print(*config["Entrypoint"], *config["Cmd"], sep="\n")
END
)
echo '{}' | inside image "${words[@]/0.0.0.0/127.0.0.1}" --supervised > sinks.txt || fail "$(cat sinks.txt)"
grep -q '^serving web-push at http://sinks:8445$' sinks.txt || fail "$(cat sinks.txt)"
for file in ca.pem apns.p8 apns.json fcm.json web-push.json; do
    [ -s "image/sinks/$file" ] || fail "the sinks wrote no $file"
done
echo "  assay-sinks serves three sinks, and writes keys and certificates"

echo "The Debian package:"
debootstrap --variant=minbase bookworm root > debootstrap.log || fail "$(tail -n 3 debootstrap.log)"
cp "$folder"/assay_*.deb root/assay.deb
inside root apt-get -qq update
files() { find "$1" -xdev ! -path "$1/var/lib/apt/*" ! -path "$1/var/cache/*" ! -path "$1/var/log/*" | sort; }
files root > before.txt
apt() { inside root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" > apt.log 2>&1 || fail "$(tail -n 5 apt.log)"; }
apt install --yes --no-install-recommends /assay.deb
verifies root /usr/bin/assay /usr/share/assay/contracts/fcm
inside root test -s /usr/share/man/man1/assay.1.gz || fail "there is no manual page"
echo "  installs with its dependencies, and verifies"

echo "The archive:"
mkdir root/opt/unpacked
tar -xzf "$folder"/assay-*.tar.gz -C root/opt/unpacked --strip-components 1
verifies root /opt/unpacked/bin/assay /opt/unpacked/share/assay/contracts/apns
rm -r root/opt/unpacked
echo "  runs in the folder where it is unpacked, and verifies"

apt purge --yes --autoremove assay
files root > after.txt
diff before.txt after.txt || fail "something was left behind"
echo "The Debian package is removed completely."
