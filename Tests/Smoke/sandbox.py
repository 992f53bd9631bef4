"""Runs a command in the restrictions of a systemd unit, as far as they can be had without systemd.

sandbox.py UNIT STATE LOGS COMMAND…    as root; STATE and LOGS become the unit's directories, the only ones that can be written to

Each setting of the unit's [Service] is either applied, or named on standard error as not applied, or has nothing to do with
what the program may do. One that is in none of the lists is an error: whoever adds it has to say here what it means.
"""
import ctypes
import os
import re
import resource
import subprocess
import sys

MEANINGLESS = {  # For this purpose: when to start, how to stop, what to print.
    "Type", "ExecStart", "ExecReload", "TimeoutStopSec", "WatchdogSec", "Restart", "RestartSec", "RestartPreventExitStatus",
    "StateDirectory", "StateDirectoryMode", "LogsDirectory", "LogsDirectoryMode", "SystemCallErrorNumber",
    "RuntimeDirectory", "RuntimeDirectoryMode", "Environment",  # Whoever runs this makes them.
}
NOT_APPLIED = {
    "PrivateUsers": "a namespace of users cannot always be had in a container",
    "DevicePolicy": "needs a control group",
    "ProtectHostname": "needs a namespace of its own, and changes nothing for a program without capabilities",
    "ProtectClock": "follows from the system calls and capabilities that are refused",
    "ProtectKernelLogs": "follows from the system calls and capabilities that are refused",
    "ProtectKernelModules": "follows from the system calls and capabilities that are refused",
    "ProtectKernelTunables": "follows from the read-only mount and ProcSubset",
    "ProtectControlGroups": "follows from the read-only mount",
    "RestrictRealtime": "follows from the system calls that are refused",
}
APPLIED = {
    "DynamicUser", "CapabilityBoundingSet", "PrivateDevices", "PrivateMounts", "ProtectHome", "ProtectProc", "ProcSubset",
    "RestrictNamespaces", "RestrictAddressFamilies", "LockPersonality", "MemoryDenyWriteExecute", "SystemCallArchitectures",
    "SystemCallFilter", "UMask", "LimitNOFILE",
}
USER = 61_234  # Of the range that DynamicUser= takes from (systemd.exec(5)).
EPERM, EAFNOSUPPORT = 1, 97
libc = ctypes.CDLL(None, use_errno=True)


def settings(unit):
    """The settings of [Service], in order; a setting may be there more than once."""
    found, section = [], None
    for line in open(unit, encoding="utf-8"):
        line = line.strip()
        if line.startswith("["):
            section = line
        elif section == "[Service]" and line and line[0] not in "#;":
            name, _, value = line.partition("=")
            found.append((name.strip(), value.strip()))
    return found


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def mount_world(state, logs):
    """A read-only system, private temporary and device directories, and a /proc of the own processes alone."""
    run("mount", "--make-rprivate", "/")
    for folder in (state, logs):
        run("mount", "--bind", folder, folder)
    mounts = [line.split()[1] for line in open("/proc/self/mounts", encoding="utf-8")]
    for point in sorted({re.sub(r"\\040", " ", point) for point in mounts}, key=len):
        if point in (state, logs) or point.startswith(("/dev", "/proc")):
            continue
        subprocess.run(["mount", "-o", "remount,bind,ro", point], check=False, stderr=subprocess.DEVNULL)
    devices = ("null", "zero", "full", "random", "urandom")
    run("mount", "-t", "tmpfs", "-o", "mode=755", "none", "/mnt")
    for name in devices:
        open(f"/mnt/{name}", "w", encoding="utf-8").close()
        run("mount", "--bind", f"/dev/{name}", f"/mnt/{name}")
    run("mount", "--rbind", "/mnt", "/dev")
    run("mount", "-t", "proc", "-o", "hidepid=invisible,subset=pid", "proc", "/proc")


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


NE, MASKED_EQ = 1, 7


class Filter:
    """A seccomp filter (libseccomp); rules of several filters all hold."""

    def __init__(self, default):
        self.library = ctypes.CDLL("libseccomp.so.2")
        self.library.seccomp_init.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p(self.library.seccomp_init(ctypes.c_uint32(default)))

    def add(self, action, call, *comparisons):
        number = self.library.seccomp_syscall_resolve_name(call.encode())
        if number < 0:
            return
        code = self.library.seccomp_rule_add_array(
            self.context, ctypes.c_uint32(action), number, len(comparisons), (Comparison * len(comparisons))(*comparisons))
        if code not in (0, -17):
            raise OSError(-code, f"rule for {call}: {os.strerror(-code)}")

    def load(self):
        code = self.library.seccomp_load(self.context)
        if code:
            raise OSError(-code, f"seccomp_load: {os.strerror(-code)}")


ALLOW = 0x7FFF0000


def refuse(error):
    return 0x00050000 | error


def calls_of(name):
    """The system calls of one of systemd's sets."""
    text = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout
    calls = set()
    for line in text.splitlines()[1:]:
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        calls |= calls_of(word) if word.startswith("@") else {word}
    return calls


def allowed_calls(values):
    allowed = set()
    for value in values:
        words = value.lstrip("~").split()
        calls = set().union(*(calls_of(word) if word.startswith("@") else {word} for word in words))
        allowed = allowed - calls if value.startswith("~") else allowed | calls
    # What systemd always allows (systemd.exec(5)), so that the program can be started.
    return allowed | {"execve", "exit", "exit_group", "getrlimit", "rt_sigreturn", "sigreturn"} | calls_of("@default")


def filter_calls(unit):
    values = {name: [value for other, value in unit if other == name] for name, _ in unit}
    families = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}
    more = Filter(ALLOW)
    allowed_families = [families[word] for word in values["RestrictAddressFamilies"][0].split()]
    for family in range(46):
        if family not in allowed_families:
            more.add(refuse(EAFNOSUPPORT), "socket", Comparison(0, 4, family, 0))
    for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x00000080):
        more.add(refuse(EPERM), "clone", Comparison(0, MASKED_EQ, flag, flag))
    for call in ("unshare", "setns"):
        more.add(refuse(EPERM), call)
    more.add(refuse(38), "clone3")  # As systemd does: its flags are in memory, which a filter can't see.
    more.add(refuse(EPERM), "personality", Comparison(0, NE, 0, 0))
    more.add(refuse(EPERM), "mmap", Comparison(2, MASKED_EQ, 6, 6))
    for call in ("mprotect", "pkey_mprotect"):
        more.add(refuse(EPERM), call, Comparison(2, MASKED_EQ, 4, 4))
    more.add(refuse(EPERM), "shmat", Comparison(2, MASKED_EQ, 0x8000, 0x8000))
    more.load()
    calls = Filter(refuse(EPERM))
    for call in allowed_calls(values["SystemCallFilter"]):
        calls.add(ALLOW, call)
    calls.load()


def prctl(*arguments):
    if libc.prctl(*(ctypes.c_ulong(argument) for argument in arguments)):
        raise OSError(ctypes.get_errno(), "prctl")


def wait_for_all():
    """The first process of a namespace ends the others with it, so it is none of theirs: a successor takes over without it."""
    while True:
        try:
            os.wait()
        except ChildProcessError:
            sys.exit(0)


def inside(unit, state, logs, command):
    unit = settings(unit)
    mount_world(state, logs)
    if os.fork():
        wait_for_all()
    limit = min(int(dict(unit)["LimitNOFILE"]), resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    os.umask(int(dict(unit)["UMask"], 8))
    for capability in range(64):
        libc.prctl(24, ctypes.c_ulong(capability), 0, 0, 0)
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    prctl(38, 1, 0, 0, 0)
    os.chdir("/")
    filter_calls(unit)
    os.execv(command[0], command)


def main():
    if sys.argv[1] == "--inside":
        return inside(*sys.argv[2:5], sys.argv[5:])
    unit, state, logs, *command = sys.argv[1:]
    for name, _ in settings(unit):
        if name in NOT_APPLIED:
            print(f"not applied: {name}= {NOT_APPLIED[name]}", file=sys.stderr)
        elif name not in APPLIED | MEANINGLESS:
            sys.exit(f"sandbox.py: {name}= of {unit} is in no list of this script")
    for folder in (state, logs):
        os.makedirs(folder, exist_ok=True)
        os.chown(folder, USER, USER)
    os.execvp("unshare", [
        "unshare", "--mount", "--ipc", "--pid", "--fork", "--kill-child=SIGTERM", "--mount-proc", sys.executable, __file__,
        "--inside", unit, os.path.realpath(state), os.path.realpath(logs), *command,
    ])


main()
