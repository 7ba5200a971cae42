#!/bin/bash
# Starts machines with several nodes under qemu and runs numa_pages in them: numa_machine.sh PROGRAM [MACHINE...]. Prints TAP,
# and last "N passed, M failed".
# The kernel is Debian's for the cloud, downloaded and unpacked below BUILD, never installed; the machine's whole file
# system is busybox, the program and its libraries. Where KVM cannot be had, qemu emulates: nothing here depends on time.
# NUMA_ACCEL=kvm or tcg: that one. Without a MACHINE all of them.
set -u
program=$1
shift
wanted=" $* "
folder=$(realpath -m "${BUILD:-build}/numa")
limit=${NUMA_LIMIT:-400} # seconds a machine
mkdir -p "$folder" || exit 1

passed=0
failed=0

fail() {
    echo "Bail out! $1"
    echo "$passed passed, $((failed + 1)) failed"
    exit 1
}

kernel_package() { apt-cache depends linux-image-cloud-amd64 2>/dev/null | awk '$1 == "Depends:" && /linux-image/ { print $2; exit }'; }

find_kernel() {
    kernel=$(ls "$folder"/kernel/boot/vmlinuz-* 2>/dev/null | head -1)
    [ -n "$kernel" ] && return
    local package root=
    [ "$(id -u)" = 0 ] || root=sudo
    package=$(kernel_package)
    if [ -z "$package" ]; then # no lists of packages, or old ones
        $root apt-get update -qq >"$folder/download.log" 2>&1
        package=$(kernel_package)
    fi
    [ -n "$package" ] || fail "apt-cache knows no linux-image-cloud-amd64"
    echo "# downloading $package from Debian (not installed, only unpacked)"
    (cd "$folder" && apt-get download -qq "$package" >download.log 2>&1 && dpkg -x "$package"_*.deb kernel) || fail "no kernel: see $folder/download.log"
    kernel=$(ls "$folder"/kernel/boot/vmlinuz-* | head -1)
}

# KVM, if a kernel without a root (which panics and so ends) ends under it within seconds.
has_kvm() {
    [ -w /dev/kvm ] && timeout 20 qemu-system-x86_64 -accel kvm -cpu max -m 256 -kernel "$kernel" -append "console=ttyS0 panic=-1" -nographic -no-reboot -nic none \
        </dev/null >"$folder/kvm.log" 2>&1
}

choose_accelerator() {
    accel=${NUMA_ACCEL:-tcg}
    if [ -z "${NUMA_ACCEL:-}" ] && { has_kvm; } 2>/dev/null; then
        accel=kvm
    fi
    echo "# accelerator: $accel"
}

make_system() {
    local root=$folder/root
    rm -rf "$root"
    mkdir -p "$root"/{bin,proc,sys,dev,tmp}
    cp "$(command -v busybox)" "$root/bin/busybox" && cp "$program" "$root/numa_pages" || fail "no busybox, or no program"
    # busybox too: one package of it is linked statically, the other is not.
    ldd "$root/bin/busybox" "$program" 2>/dev/null | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^\/.*[^:]$/) print $i }' | sort -u | while read -r library; do
        mkdir -p "$root$(dirname "$library")" && cp -L "$library" "$root$library"
    done
    cat >"$root/init" <<'END'
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
echo
/numa_pages
echo "numa_pages: status $?"
/bin/busybox poweroff -f
END
    chmod +x "$root/init"
    (cd "$root" && find . | cpio -o -H newc --quiet) | gzip -1 >"$folder/initrd.gz" || fail "no initial file system"
}

# name, nodes, huge pages (always, never), then what describes the machine to qemu
machine() {
    local name=$1 nodes=$2 huge=$3 log=$folder/$1.log verdicts=$folder/$1.tap
    shift 3
    case $wanted in "  " | *" $name "*) ;; *) return ;; esac
    # Ample, for the kernel takes a full node's pages from its neighbour: of 320 MiB one with most of the workers had 18 left.
    local each=640 options=() n bad
    for ((n = 0; n < nodes; n++)); do
        options+=(-object "memory-backend-ram,size=${each}M,id=m$n")
    done
    echo "## $name: $*; huge pages: $huge"
    timeout "$limit" qemu-system-x86_64 -accel "$accel" -cpu max -m $((nodes * each)) "${options[@]}" "$@" -kernel "$kernel" -initrd "$folder/initrd.gz" \
        -append "console=ttyS0 quiet panic=-1 transparent_hugepage=$huge NUMA_NODES=$nodes" -nographic -no-reboot -nic none </dev/null >"$log" 2>&1
    tr -d '\r' <"$log" | grep -aE '^(#|ok|not ok|numa_pages)' | sed -E "s/^((not )?ok) ([0-9]+) - /\1 - $name: /" | tee "$verdicts"
    bad=$(grep -ac '^not ok' "$verdicts")
    passed=$((passed + $(grep -ac '^ok' "$verdicts")))
    if ((bad == 0)) && ! grep -aq 'numa_pages: status 0' "$log"; then
        echo "not ok - $name: the program ends well"
        tail -5 "$log" | sed 's/^/# /'
        bad=1
    fi
    failed=$((failed + bad))
}

find_kernel
choose_accelerator
make_system
machine two-nodes 2 never -smp 4,sockets=2,cores=2 -numa node,memdev=m0,cpus=0-1 -numa node,memdev=m1,cpus=2-3
machine two-uneven-nodes-under-one-cache 2 always -smp 4,sockets=1,cores=4 -numa node,memdev=m0,cpus=0-2 -numa node,memdev=m1,cpus=3
machine four-nodes-in-a-ring 4 always -smp 8,sockets=4,cores=2 \
    -numa node,memdev=m0,cpus=0-1 -numa node,memdev=m1,cpus=2-3 -numa node,memdev=m2,cpus=4-5 -numa node,memdev=m3,cpus=6-7 \
    -numa dist,src=0,dst=1,val=16 -numa dist,src=0,dst=2,val=22 -numa dist,src=0,dst=3,val=16 \
    -numa dist,src=1,dst=2,val=16 -numa dist,src=1,dst=3,val=22 -numa dist,src=2,dst=3,val=16
[ $((passed + failed)) -gt 0 ] || fail "there is no machine$wanted"
echo "$passed passed, $failed failed"
((failed == 0))
