import Glibc

/// The limit on open file descriptors of the process.
public enum DescriptorLimit {
    /// Raises the soft limit to the hard limit, as daemons do, and returns the limit now in effect.
    @discardableResult
    public static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // Safe: the kernel reads and writes one rlimit in a local.
        guard unsafe getrlimit(resource, &limit) == 0 else { return 1024 }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        guard unsafe setrlimit(resource, &limit) == 0 else { return Int(clamping: before) }
        return Int(clamping: limit.rlim_cur)
    }
}
