import Glibc

/// The number of processors available to this process.
public enum Processors {
    /// The number of cores the calling thread may keep busy; at least one.
    ///
    /// The minimum of the cores online, the cores it may run on (sched_setaffinity(2): `taskset`, cpusets), and the CPU quota
    /// of its control groups, rounded up (`CPUQuota=`, container limits). Reads files: cache the result.
    public static var count: Int {
        let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let permitted = SystemText("/proc/thread-self/status").flatMap { allowed(in: $0.text) }
        return max(1, min(online, permitted ?? online, ControlGroup.grantedCores ?? online))
    }

    /// The number of cores in `Cpus_allowed`, comma-separated hexadecimal words (proc_pid_status(5)); `nil` if there are none.
    static func allowed(in status: String) -> Int? {
        let name = "\nCpus_allowed:\t"
        guard let line = status.firstRange(of: name) else { return nil }
        let mask = status[line.upperBound...].prefix { $0 != "\n" }
        let count = mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
        return count > 0 ? count : nil
    }
}

/// The text of a file that the kernel generates on reading, as in `/proc` and `/sys`.
struct SystemText {
    /// The first 8 KiB, with invalid UTF-8 repaired.
    let text: String

    /// Reads a file in one call; `nil` on failure.
    init?(_ path: String) {
        // Safe: the string's bytes are valid during the call.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        // Safe: the array has as many bytes as the call may write, and lives until it returns.
        let count = unsafe read(file, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        text = String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// The CPU limits of this process's control groups (cgroups(7), version 2).
enum ControlGroup {
    /// The CPU quota in cores, rounded up; `nil` if there is no limit or it cannot be read.
    static var grantedCores: Int? {
        guard let membership = SystemText("/proc/self/cgroup"), let path = path(in: membership.text) else { return nil }
        // A limit also applies to all descendant groups.
        return folders(to: path).compactMap { SystemText("/sys/fs/cgroup\($0)/cpu.max").flatMap { cores($0.text) } }
            .min()
    }

    /// The version 2 group in the text of `/proc/self/cgroup`, e.g. `0::/system.slice/fingerpost.service`.
    static func path(in membership: String) -> String? {
        membership.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
    }

    /// A group and all its ancestors, innermost first; the root is the empty string.
    static func folders(to path: String) -> [String] {
        let names = path.split(separator: "/")
        return (0...names.count).reversed().map { names.prefix($0).map { "/\($0)" }.joined() }
    }

    /// The quota of a `cpu.max` file in cores, rounded up: `150000 100000` is two. `nil` for `max` and for invalid text.
    static func cores(_ limit: String) -> Int? {
        let numbers = limit.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { Int($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], time > 0, period > 0 else {
            return nil
        }
        return max(1, time / period + (time % period == 0 ? 0 : 1))
    }
}
