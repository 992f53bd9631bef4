import Glibc

/// The processors that this process may use.
public enum Processors {
    /// How many cores the calling thread may keep busy; at least one.
    ///
    /// The least of the cores that are online, those that it may run on (sched_setaffinity(2): `taskset`, cpusets), and the
    /// time that its control groups grant it, rounded up (`CPUQuota=`, limits of containers). Reads files: ask once.
    public static var count: Int {
        let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let permitted = SystemText("/proc/thread-self/status").flatMap { allowed(in: $0.text) }
        return max(1, min(online, permitted ?? online, ControlGroup.grantedCores ?? online))
    }

    /// The cores of `Cpus_allowed`, words in base 16 between commas (proc_pid_status(5)); nil without any.
    static func allowed(in status: String) -> Int? {
        let name = "\nCpus_allowed:\t"
        guard let line = status.firstRange(of: name) else { return nil }
        let mask = status[line.upperBound...].prefix { $0 != "\n" }
        let count = mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
        return count > 0 ? count : nil
    }
}
