#!/usr/bin/env bash
# Makes archives with install.sh, and Debian packages, of the programs that eng/publish.sh published.
#   eng/package.sh [--out DIR] [--programs DIR] [--fast] [SYSTEM...]
#     SYSTEM           linux-x64 linux-arm64 win-x64 when left out; `portable` for programs that use the installed .NET runtime
#     --programs DIR   folder with a folder for each program (default .run/publish/SYSTEM; for `portable` the Release builds)
#     --out DIR        where archives and packages go (default .run/packages)
#     --fast           little compression, for tests
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
program=package
. "$root/eng/common.sh"

out="$root/.run/packages" programs="" level=9 systems=()
while [ $# -gt 0 ]; do
  case "$1" in
    --out) out="$2"; shift 2 ;;
    --programs) programs="$2"; shift 2 ;;
    --fast) level=1; shift ;;
    -*) die "unknown option $1; allowed are --out, --programs and --fast" ;;
    *) systems+=("$1"); shift ;;
  esac
done
[ "${#systems[@]}" -gt 0 ] || systems=(linux-x64 linux-arm64 win-x64)
version="$(sed -nE 's:.*<Version>(.*)</Version>.*:\1:p' "$root/Directory.Build.props" | head -n 1)"
names=(HardwareConnector SignalMonitor simulator)
stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
mkdir -p "$out"

# The folder of a published program.
folder_of() {
  if [ -n "$programs" ]; then echo "$programs/$2"
  elif [ "$1" = portable ]; then echo "$root/$2/bin/Release/net10.0"
  else echo "$root/.run/publish/$1/$2"; fi
}

# What is in the archive: programs, commands, units, scripts, docs.
lay_out() {
  local system="$1" to="$2" name from
  mkdir -p "$to/programs" "$to/bin"
  for name in "${names[@]}"; do
    from="$(folder_of "$system" "$name")"
    [ -e "$from/$name.dll" ] || die "there is no $name in $from; run eng/publish.sh $system first"
    cp -rL "$from" "$to/programs/$name"
    find "$to/programs/$name" \( -name '*.pdb' -o -name '*.xml' \) -delete
    if [ "$system" = portable ]; then
      # Natives of other systems are not for a Debian machine.
      find "$to/programs/$name/runtimes" -mindepth 1 -maxdepth 1 ! -name 'linux*' ! -name 'unix*' -exec rm -rf {} + 2>/dev/null || true
      printf '#!/bin/sh\nexec dotnet "$(dirname "$(readlink -f "$0")")/../programs/%s/%s.dll" "$@"\n' "$name" "$name" >"$to/bin/$name"
      chmod 755 "$to/bin/$name"
    else
      ln -s "../programs/$name/$name" "$to/bin/$name"
    fi
  done
  install -m 755 "$root/deploy/telemetry-setup" "$to/bin/telemetry-setup"
  install -m 755 "$root/eng/install.sh" "$root/eng/uninstall.sh" "$to/"
  cp -r "$root/deploy/systemd" "$to/systemd"
  cp -r "$root/docs" "$to/docs"
  rm -rf "$to/docs/images" "$to/docs/decisions" "$to/docs/charts"
  cp "$root/LICENSE" "$root/THIRD-PARTY-NOTICES.md" "$root/CHANGELOG.md" "$to/"
  echo "$version" >"$to/VERSION"
}

# A zip for Windows: programs and the script that makes services of them.
pack_windows() {
  local to="$stage/telemetry-$version-$1" name from
  mkdir -p "$to/programs"
  for name in "${names[@]}"; do
    from="$(folder_of "$1" "$name")"
    [ -e "$from/$name.exe" ] || die "there is no $name.exe in $from; run eng/publish.sh $1 first"
    cp -rL "$from" "$to/programs/$name"
  done
  cp "$root/deploy/windows/services.ps1" "$root/LICENSE" "$root/THIRD-PARTY-NOTICES.md" "$to/"
  echo "$version" >"$to/VERSION"
  (cd "$stage" && python3 -c 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", ".", sys.argv[2])' \
    "$out/${to##*/}" "${to##*/}")
  say "$out/${to##*/}.zip"
}

# A Debian package: the same files in /usr/lib/telemetry, the units where packages have them.
pack_debian() {
  local tree="$1" architecture="$2" root_of="$stage/debian" name unit depends="libc6, passwd, util-linux"
  rm -rf "$root_of"
  mkdir -p "$root_of/usr/lib" "$root_of/usr/bin" "$root_of/usr/lib/systemd/system" "$root_of/usr/share/doc/telemetry" "$root_of/DEBIAN"
  cp -a "$tree" "$root_of/usr/lib/telemetry"
  rm "$root_of/usr/lib/telemetry/install.sh" "$root_of/usr/lib/telemetry/uninstall.sh"
  mv "$root_of/usr/lib/telemetry/LICENSE" "$root_of/usr/share/doc/telemetry/copyright"
  mv "$root_of/usr/lib/telemetry/CHANGELOG.md" "$root_of/usr/lib/telemetry/docs" "$root_of/usr/share/doc/telemetry/"
  for unit in "$root_of/usr/lib/telemetry/systemd"/*.service; do
    sed 's#/opt/telemetry/current/docs#/usr/share/doc/telemetry/docs#; s#/opt/telemetry/current#/usr/lib/telemetry#g' \
      "$unit" >"$root_of/usr/lib/systemd/system/${unit##*/}"
  done
  rm -rf "$root_of/usr/lib/telemetry/systemd"
  for name in "${names[@]}" telemetry-setup; do
    ln -s "../lib/telemetry/bin/$name" "$root_of/usr/bin/$name"
  done
  [ "$architecture" != all ] || depends="$depends, dotnet-runtime-10.0, aspnetcore-runtime-10.0"
  cat >"$root_of/DEBIAN/control" <<CONTROL
Package: telemetry
Version: $version
Architecture: $architecture
Maintainer: the telemetry project
Section: science
Priority: optional
Depends: $depends
Recommends: libzmq5, chrony
Installed-Size: $(du -sk "$root_of/usr" | cut -f1)
Description: real-time telemetry of materials-test rigs
 Hardware connector, signal monitor and simulated rig, as services. After the
 installation run: telemetry-setup connector (or monitor, simulator).
CONTROL
  cat >"$root_of/DEBIAN/postinst" <<'POSTINST'
#!/bin/sh
set -e
[ "$1" = configure ] && [ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
for unit in connector monitor simulator; do
  ! systemctl is-active -q "telemetry-$unit" || systemctl restart "telemetry-$unit"
done
POSTINST
  cat >"$root_of/DEBIAN/prerm" <<'PRERM'
#!/bin/sh
set -e
[ "$1" = remove ] && [ -d /run/systemd/system ] || exit 0
systemctl disable --now telemetry-connector telemetry-monitor telemetry-simulator || true
PRERM
  cat >"$root_of/DEBIAN/postrm" <<'POSTRM'
#!/bin/sh
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
[ "$1" = purge ] || exit 0
rm -rf /etc/telemetry /var/lib/telemetry
! getent passwd telemetry >/dev/null || userdel telemetry || true
POSTRM
  chmod 755 "$root_of/DEBIAN/postinst" "$root_of/DEBIAN/prerm" "$root_of/DEBIAN/postrm"
  chmod -R go+rX,go-w "$root_of"
  dpkg-deb --root-owner-group -Zgzip "-z$level" --build "$root_of" "$out/telemetry_${version}_$architecture.deb" >/dev/null
  say "$out/telemetry_${version}_$architecture.deb"
}

for system in "${systems[@]}"; do
  case "$system" in win-*) pack_windows "$system"; continue ;; esac
  tree="$stage/telemetry-$version-$system"
  lay_out "$system" "$tree"
  tar -C "$stage" --owner=0 --group=0 -c "${tree##*/}" | gzip "-$level" >"$out/${tree##*/}.tar.gz"
  say "$out/${tree##*/}.tar.gz"
  command -v dpkg-deb >/dev/null || continue
  case "$system" in
    linux-x64) pack_debian "$tree" amd64 ;;
    linux-arm64) pack_debian "$tree" arm64 ;;
    portable) pack_debian "$tree" all ;;
  esac
done
