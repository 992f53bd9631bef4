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
