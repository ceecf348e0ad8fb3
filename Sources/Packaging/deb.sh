#!/bin/bash
# Makes a Debian package of an installed tree: deb.sh ROOT FOLDER writes FOLDER/assay_VERSION_ARCH.deb,
# and prints its name. MAINTAINER, "Name <address>", is who answers for the package.
set -euo pipefail
root=$(realpath "$1")
folder=$(realpath "$2")
version=$("$root/usr/bin/assay" --version | sed -n 's/^assay \([0-9.]*\).*/\1/p')
architecture=$(dpkg --print-architecture)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -a "$root" "$work/root"
cd "$work"
gzip --best --no-name --recursive root/usr/share/man

# Which packages hold the libraries that the program asks for, and since which version.
mkdir debian
printf 'Source: assay\n\nPackage: assay\nArchitecture: any\nDescription: none\n' > debian/control
libraries=$(dpkg-shlibdeps -O root/usr/bin/assay 2> shlibdeps.log | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || { cat shlibdeps.log >&2; exit 1; }

# Debian's packages carry the licences of the libraries, each in a file of this name of its own.
install -d root/usr/share/doc/assay
cat > root/usr/share/doc/assay/copyright << END
Assay, its contracts and its documentation belong to their authors, who have granted no licence yet.
Without a licence, you may not copy, change or distribute them.

The program contains the runtime and the Foundation of Swift, linked into it: Apache License 2.0 with Runtime
Library Exception, https://swift.org/LICENSE.txt. Foundation contains ICU: Unicode License v3,
https://www.unicode.org/license.txt.

It uses the C libraries of these packages, which it does not contain; their licences are in
/usr/share/doc/PACKAGE/copyright of each:
$(tr ',' '\n' <<< "$libraries" | sed 's/^ */  /; s/ (.*//' | sort)
END

mkdir root/DEBIAN
cat > root/DEBIAN/control << END
Package: assay
Version: $version
Architecture: $architecture
Section: devel
Priority: optional
Maintainer: ${MAINTAINER:-The maintainers of Assay <maintainers@assay.example>}
Installed-Size: $(du -sk root | cut -f 1)
Depends: $libraries
Recommends: ca-certificates
Description: contract tests and load tests for HTTP APIs
 Assay replays what an HTTP API promises against any server, drives load from
 the same file, compares two versions, and stands in for a server that does
 not exist yet. It comes with the contracts of five push-notification services.
END
(cd root && find usr -type f -print0 | sort --zero-terminated | xargs --null md5sum) > root/DEBIAN/md5sums
find root -type d -exec chmod 755 {} +
file="assay_${version}_$architecture.deb"
dpkg-deb --root-owner-group --build root "$folder/$file" > /dev/null
echo "$folder/$file"
